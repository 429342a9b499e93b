// @ts-check
/**
 * The card art, drawn by code. Everything here is our own drawing: no font glyph, no borrowed picture.
 *
 * `sprite()` is one hidden <svg> with every symbol; the page holds it once, and a card is `<svg><use href="#f-TH"/></svg>`.
 * The first letter of a face's symbol is its level of detail, chosen by the width on screen (`lodFor`):
 *
 *   f  full   >= 62 px wide   index row, real pips, court figures
 *   s  small  34-61 px        bigger index row, one big pip or one court head
 *   v  hand   any width       as s, but the index runs down the left edge (for fans that overlap sideways)
 *   m  mini   < 34 px         rank over suit, nothing else
 *   t  tile   nearly square   rank and suit on the diagonal (shared piles on phones: the card's upper part)
 *
 * Colours come from CSS custom properties, which reach through <use>: --ink-S --ink-H --ink-D --ink-C (suits),
 * --paper-warm --paper-cool, --gold, --line, and --p1..--p8 / --p1-on.. (owners).
 *
 * @typedef {'S'|'H'|'C'|'D'} Suit
 * @typedef {'f'|'s'|'v'|'m'|'t'} Lod
 */

/** @type {Suit[]} */
export const SUITS = ['S', 'H', 'C', 'D'];
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

// --- a card's name: "{deck}:{rank}{suit}" ------------------------------------------------------------------------------
/** Rank as a number, ace 0 to king 12. @param {string} card "0:TH" or "TH" */
export const rankOf = card => RANKS.indexOf(card[card.length - 2]);
/** @param {string} card "0:TH" or "TH" */
export const suitOf = card => /** @type {Suit} */ (card[card.length - 1]);
/** The seat of the round whose deck the card is from. @param {string} card "0:TH" */
export const deckOf = card => Number(card.slice(0, card.indexOf(':')));
/** Whether a card, "0:X1", has no rank and suit of its own. @param {string} card */
export const isJoker = card => card[card.indexOf(':') + 1] === 'X';
/** @param {string} card */
export const isRed = card => 'HD'.includes(suitOf(card));

/** A card whose name nobody has told yet: it was turned up by a move of our own that is not answered. It fits nowhere. */
export const UNKNOWN = '?';

// --- symbol ids ---------------------------------------------------------------------------------------------------------
/** Level of detail for a card that is `px` wide. @param {number} px @returns {Lod} */
export const lodFor = px => (px >= 62 ? 'f' : px >= 34 ? 's' : 'm');
/** All jokers have one face. @param {string} card "0:TH" or "TH", "0:X1" or "X" @param {Lod} [lod] */
export const face = (card, lod = 'f') => `${lod}-${isJoker(card) ? 'X' : card.slice(card.indexOf(':') + 1)}`;
/** The back of an owner, 1 to 8. @param {number} owner */
export const back = owner => `b-${owner}`;
/** The corner mark of an owner on shared piles. @param {number} owner @param {boolean} [tile] */
export const ownerMark = (owner, tile = false) => `${tile ? 'ownt' : 'own'}-${owner}`;
/** The bare sign of an owner, in currentColor. @param {number} owner */
export const shape = owner => `shape-${owner}`;
/** A suit's bare sign, in currentColor. @param {Suit} suit */
export const suitSign = suit => `suit-${suit}`;

/** The view box of a face or back at a level of detail. @param {Lod} [lod] */
export const boxOf = lod => (lod === 't' ? '0 0 100 108' : '0 0 100 140');

// --- glyphs: strokes in a box 20 x 28, so one number sets the weight for every size -----------------------------------
/** @type {Record<string, string>} */
const GLYPH = {
  A: 'M2 26.5 10 2 18 26.5M4.9 18.6H15.1',
  2: 'M3 8.6C3 4.7 6 2.3 10 2.3s7 2.5 7 6.3c0 3.3-1.9 5.4-4.5 7.9L3 25.8H17.6',
  3: 'M3.4 2.5H16.2L9.3 11.4c4.6-.2 8 2.6 8 7 0 4.6-3.3 7.5-7.6 7.5-3.4 0-5.9-1.5-7.2-4.2',
  4: 'M13.4 26.5V2.2L2.3 19.2H18.4',
  5: 'M16.3 2.5H5.4L4.2 13.2c1.5-1.7 3.5-2.4 5.8-2.4 4.3 0 7.4 3.1 7.4 7.4 0 4.6-3.3 7.7-7.7 7.7-3.3 0-5.8-1.5-7.1-4',
  6: 'M15.6 2.4C8.6 4 2.9 9.4 2.9 17.4c0 5.2 3 8.5 7.2 8.5s7.3-3.2 7.3-7.4-3-7.3-7-7.3c-3.7 0-6.6 2.4-7.4 5.9',
  7: 'M2.4 2.5H17.2L8 26.5',
  8: 'M10 13C6.4 13 3.9 10.8 3.9 7.7S6.5 2.3 10 2.3s6.1 2.3 6.1 5.4S13.6 13 10 13c-4.3 0-7.4 2.7-7.4 6.4s3.1 6.5 7.4 6.5 7.4-2.8 7.4-6.5S14.3 13 10 13Z',
  9: 'M4.4 25.6C11.4 24 17.1 18.6 17.1 10.6c0-5.2-3-8.5-7.2-8.5S2.6 5.3 2.6 9.5s3 7.3 7 7.3c3.7 0 6.6-2.4 7.4-5.9',
  T: 'M-1.2 6.6 3.2 2.6V26.5M14.2 2.3c3.6 0 5.9 4.4 5.9 11.8s-2.3 11.8-5.9 11.8-5.9-4.4-5.9-11.8S10.6 2.3 14.2 2.3Z',
  J: 'M8 2.5h6.8V18.6c0 4.6-2.5 7.3-6.2 7.3-3.3 0-5.6-2-6.1-5.3',
  Q: 'M10 2.2c4.6 0 7.8 4.8 7.8 11.8S14.6 25.8 10 25.8 2.2 21 2.2 14 5.4 2.2 10 2.2ZM11.4 19.6 18.2 27.4',
  K: 'M3.9 2.2V26.5M17.2 2.2 4.2 15.4M8.6 11.2 17.8 26.5',
};
/** In a box 24 x 24, centre 12,12. @type {Record<string, string>} */
const SUIT = {
  H: 'M12 22.4C4.4 16.4.9 12 .9 7.6.9 4.1 3.5 1.6 6.6 1.6c2.4 0 4.4 1.3 5.4 3.5 1-2.2 3-3.5 5.4-3.5 3.1 0 5.7 2.5 5.7 6 0 4.4-3.5 8.8-11.1 14.8Z',
  D: 'M12 .6c2.1 4.2 5 8.1 8.7 11.4C17 15.3 14.1 19.2 12 23.4 9.9 19.2 7 15.3 3.3 12 7 8.7 9.9 4.8 12 .6Z',
  S: 'M12 .8C15.4 5.8 23 9.7 23 15c0 3-2.2 4.9-4.8 4.9-2 0-3.7-1-4.8-2.6.2 2.5 1.2 4.5 2.8 5.9H7.8c1.6-1.4 2.6-3.4 2.8-5.9-1.1 1.6-2.8 2.6-4.8 2.6C3.2 19.9 1 18 1 15 1 9.7 8.6 5.8 12 .8Z',
  C: 'M12 .8a5.3 5.3 0 0 1 4.3 8.4 5.3 5.3 0 1 1 -2.8 7.6c.1 2.7 1 4.9 2.7 6.4H7.8c1.7-1.5 2.6-3.7 2.7-6.4A5.3 5.3 0 1 1 7.7 9.2 5.3 5.3 0 0 1 12 .8Z',
};
/** @param {string} suit */
const ink = suit => `var(--ink-${suit})`;
/** @param {string} suit */
const warm = suit => suit === 'H' || suit === 'D';
/** @param {string} rank @param {string} suit @param {number} x @param {number} y @param {number} h @param {number} [w] */
const glyph = (rank, suit, x, y, h, w = 4.6) =>
  `<path d="${GLYPH[rank]}" transform="translate(${x} ${y}) scale(${h / 28})" fill="none" stroke="${ink(suit)}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round"/>`;
/** @param {string} suit @param {number} cx @param {number} cy @param {number} size @param {boolean} [turn] @param {string} [fill] */
const pip = (suit, cx, cy, size, turn = false, fill = ink(suit)) =>
  `<path d="${SUIT[suit]}" fill="${fill}" transform="translate(${cx} ${cy})${turn ? ' rotate(180)' : ''} scale(${size / 24}) translate(-12 -12)"/>`;
/** @param {string} suit */
const paper = suit => `<rect x=".6" y=".6" width="98.8" height="138.8" rx="8" fill="var(--paper-${suit && warm(suit) ? 'warm' : 'cool'})" stroke="var(--paper-edge)" stroke-width="1.2"/>`;
/** An art and the same turned by half. @param {string} art */
const both = art => art + `<g transform="rotate(180 50 70)">${art}</g>`;

// --- pips ------------------------------------------------------------------------------------------------------------
const L = 30, M = 50, R = 70;
const Y = [42, 60.7, 79.3, 98];                       // four rows
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [[M, 42], [M, 98]], 3: [[M, 42], [M, 70], [M, 98]],
  4: [[L, 44], [R, 44], [L, 96], [R, 96]], 5: [[L, 44], [R, 44], [M, 70], [L, 96], [R, 96]],
  6: [[L, 43], [R, 43], [L, 70], [R, 70], [L, 97], [R, 97]],
  7: [[L, 43], [R, 43], [M, 56.5], [L, 70], [R, 70], [L, 97], [R, 97]],
  8: [[L, 43], [R, 43], [M, 56.5], [L, 70], [R, 70], [M, 83.5], [L, 97], [R, 97]],
  9: [...[0, 1, 2, 3].flatMap(i => [[L, Y[i]], [R, Y[i]]]), [M, 70]],
  T: [...[0, 1, 2, 3].flatMap(i => [[L, Y[i]], [R, Y[i]]]), [M, 51.3], [M, 88.7]],
};
/** @type {Record<string, number>} */
const PIP_SIZE = { 2: 27, 3: 26, 4: 26, 5: 25, 6: 24, 7: 20.5, 8: 20.5, 9: 18, T: 17.8 };

// --- courts: one head each (box 60 x 60, chin near y 52), used small, and as the upper half of the full figure ---------
const skin = 'var(--skin)', line = 'var(--line)', gold = 'var(--gold)';
/** @param {string} rank @param {string} suit */
function head(rank, suit) {
  const c = ink(suit), st = `stroke="${line}" stroke-width="1.7" stroke-linejoin="round"`;
  const eyes = (/** @type {number} */ y) => `<circle cx="25.4" cy="${y}" r="1.7" fill="${line}"/><circle cx="34.6" cy="${y}" r="1.7" fill="${line}"/>`;
  if (rank === 'K') return `
    <path d="M17 25h26v12c0 10-5.4 17-13 21-7.6-4-13-11-13-21Z" fill="${c}" ${st}/>
    <path d="M20 24h20v13c-2.4-2.4-6-3.6-10-3.6S22.4 34.6 20 37Z" fill="${skin}"/>
    <path d="M24 41.5c2-2 4-2.2 6-.6 2-1.6 4-1.4 6 .6-2 1.3-4.2 1.2-6 .2-1.8 1-4 1.1-6-.2Z" fill="${skin}"/>
    ${eyes(30.6)}
    <path d="M16 25 12.5 6.5 21.8 13.8 30 3 38.2 13.8 47.5 6.5 44 25Z" fill="${gold}" ${st}/>
    <path d="M16.3 20.8h27.4" stroke="${line}" stroke-width="1.5"/>
    <circle cx="12.5" cy="6" r="2.5" fill="${c}"/><circle cx="30" cy="3" r="2.8" fill="${c}"/><circle cx="47.5" cy="6" r="2.5" fill="${c}"/>`;
  if (rank === 'Q') return `
    <path d="M30 11c-12 0-17.5 8-17 19.5.3 7-3 11-5.5 14.5 1.5 6.5 6 9.5 11.5 9h22c5.5.5 10-2.5 11.5-9C50 41.5 46.7 37.5 47 30.5 47.5 19 42 11 30 11Z" fill="var(--auburn)" ${st}/>
    <path d="M30 19c6.8 0 10.4 4.6 10.4 12.2S36 46.5 30 46.5 19.6 38.8 19.6 31.2 23.2 19 30 19Z" fill="${skin}"/>
    <path d="M18.8 29C22 27.5 27 24.5 29.5 20.5 32.5 24.5 38 27.5 41.2 29c1-7-3-12.5-11.2-12.5S17.8 22 18.8 29Z" fill="var(--auburn)"/>
    ${eyes(33)}
    <path d="M27 40.2c2 1.6 4 1.6 6 0" stroke="var(--ink-H)" stroke-width="2" fill="none" stroke-linecap="round"/>
    <path d="M15 17.5C17 9 23 5 30 5s13 4 15 12.5c-4-3.5-9.5-5-15-5s-11 1.5-15 5Z" fill="${gold}" ${st}/>
    <circle cx="17" cy="9.6" r="2.9" fill="${gold}" ${st}/><circle cx="30" cy="3.6" r="3.4" fill="${c}" ${st}/><circle cx="43" cy="9.6" r="2.9" fill="${gold}" ${st}/>`;
  return `
    <path d="M17 22c-3 9-3.4 17-7 23 4.6 2 9 1.6 12-.6h16c3 2.2 7.4 2.6 12 .6-3.6-6-4-14-7-23Z" fill="${gold}" ${st}/>
    <path d="M20 22h20v14c0 6.5-4.4 11.5-10 11.5S20 42.5 20 36Z" fill="${skin}" ${st}/>
    ${eyes(31)}
    <path d="M27 40h6.5" stroke="${line}" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M13 24.5C10.5 13 20 6.5 31 7.5c10 .9 17.5 6.5 16 17Z" fill="${c}" ${st}/>
    <path d="M12.6 20.5h34.9v5H12.6Z" fill="${skin}" ${st}/>
    <path d="M41 14c7-1 13-6.5 14.5-13C49-.5 42 3 38.5 8.5c-1 1.8-.5 4.5 2.5 5.5Z" fill="${gold}" ${st}/>
    <path d="M41.5 11.5C45 10 49.5 6.5 52 3" stroke="${line}" stroke-width="1.2" fill="none"/>`;
}
/** The upper half; both() turns it for the lower one. @param {string} rank @param {string} suit */
function figure(rank, suit) {
  const c = ink(suit), st = `stroke="${line}" stroke-width="1.5" stroke-linejoin="round"`;
  const robe = `<path d="M11 70V65C18 57.5 32 53.5 46 51.5H72C80 53 86 56.5 89 61V70Z" fill="${c}" ${st}/><path d="M33 56.5 29.5 70M82 55.5 84.5 70" stroke="${gold}" stroke-width="1.6" fill="none"/><path d="M53 42h12v12H53Z" fill="${skin}" ${st}/>`;
  const tool = /** @type {Record<string, string>} */ ({
    K: `<path d="M25.5 69.5V40l-2.7-3.8L25.5 33l2.7 3.2L25.5 40" fill="${skin}" ${st}/><path d="M25.5 37v33" stroke="${line}" stroke-width="4.4"/><path d="M25.5 38v31" stroke="${skin}" stroke-width="2"/><path d="M18.5 58.5h14" stroke="${line}" stroke-width="5" stroke-linecap="round"/><path d="M18.5 58.5h14" stroke="${gold}" stroke-width="2.6" stroke-linecap="round"/>`,
    Q: `<path d="M25 69.5C25 60 24.5 56 25 50" stroke="${line}" stroke-width="2.2" fill="none"/><path d="M25 62c4-.5 6-3 6.5-6-4 .5-6 3-6.5 6Z" fill="${line}"/>${[0, 72, 144, 216, 288].map(a => `<circle cx="25" cy="40.6" r="4.1" fill="${c}" ${st} transform="rotate(${a} 25 46)"/>`).join('')}<circle cx="25" cy="46" r="3.2" fill="${gold}" ${st}/>`,
    J: `<path d="M25.5 70V36" stroke="${line}" stroke-width="4.2" stroke-linecap="round"/><path d="M25.5 70V36" stroke="${gold}" stroke-width="1.9"/><path d="M26 41c6-3.5 9.5-2.5 12 .5-1.5 5.5-1.5 7.5 0 12-3.5 2.5-7.5 2.5-12-1Z" fill="${skin}" ${st}/><path d="M25 43.5l-6.5 4 6.5 4Z" fill="${skin}" ${st}/>`,
  })[rank];
  const collar = /** @type {Record<string, string>} */ ({
    K: `<path d="M40 53.5c4 10 12 14.5 19 14.5s15-4.5 19-14.5c-5-1.8-9-1.5-19-1.5s-14-.3-19 1.5Z" fill="${skin}" ${st}/>${[[46, 58], [52, 63], [59, 65], [66, 63], [72, 58]].map(([x, y]) => `<path d="M${x} ${y - 1.6}v3.2" stroke="${line}" stroke-width="2" stroke-linecap="round"/>`).join('')}`,
    Q: `<path d="M41 55c4 9.5 11 13 18 13s14-3.5 18-13l-5 1.5c-3 5-8 7-13 7s-10-2-13-7Z" fill="${gold}" ${st}/><circle cx="59" cy="65.6" r="2.5" fill="${skin}" ${st}/>`,
    J: `<path d="M40 54.5 51 66l8-9 8 9 11-11.5-8-3H48Z" fill="${skin}" ${st}/><path d="M59 57v12" stroke="${line}" stroke-width="1.5"/><circle cx="59" cy="64" r="1.5" fill="${gold}" ${st}/>`,
  })[rank];
  const sash = `<path d="M12 67h76v3H12Z" fill="${gold}"/><path d="M12 67h76" stroke="${line}" stroke-width="1.2"/>`;
  return `<g>${tool}${robe}${rank === 'Q' ? '' : collar}<g transform="translate(33.5 4.5) scale(.85)">${head(rank, suit)}</g>${rank === 'Q' ? collar : ''}${sash}</g>`;
}

// --- faces -----------------------------------------------------------------------------------------------------------
/** The ten is two strokes wide. @param {string} rank */
const tenShift = rank => (rank === 'T' ? 1.5 : 0);
/** The index lies in the top row: a strip of 0.31 card widths shows all of it. @param {string} rank @param {string} suit */
function index(rank, suit) {
  return glyph(rank, suit, 7 + tenShift(rank), 6, 24, 4.7) + pip(suit, rank === 'T' ? 37.5 : 34.5, 18.2, 17);
}
/** @type {Record<string, (rank: string, suit: string) => string>} */
const bodies = {
  f(rank, suit) {
    const corner = both(index(rank, suit));
    if (rank === 'A') return corner + pip(suit, 50, 70, 56);
    if (PIPS[rank]) return corner + PIPS[rank].map(([x, y]) => pip(suit, x, y, PIP_SIZE[rank], y > 70)).join('');
    return both(figure(rank, suit)) + corner;
  },
  s(rank, suit) {
    const top = glyph(rank, suit, 7 + 2 * tenShift(rank), 7, 34, 5) + pip(suit, 76, 24, 32);
    if ('JQK'.includes(rank)) return top + `<g transform="translate(4 47) scale(1.53)">${head(rank, suit)}</g>`;
    return top + pip(suit, 50, 92, rank === 'A' ? 66 : 58);
  },
  v(rank, suit) {
    const left = glyph(rank, suit, 7 + 2 * tenShift(rank), 8, 32, 5) + pip(suit, 19, 58, 27);
    if ('JQK'.includes(rank)) return left + `<g transform="translate(29 62) scale(1.15)">${head(rank, suit)}</g>`;
    return left + pip(suit, 64, 95, 52);
  },
  m(rank, suit) { return glyph(rank, suit, rank === 'T' ? 27.5 : 26, 9, 66, 5.6) + pip(suit, 50, 106, 56); },
};
/** @param {string} rank @param {string} suit */
function tile(rank, suit) {
  return `<rect x=".6" y=".6" width="98.8" height="106.8" rx="9" fill="var(--paper-${warm(suit) ? 'warm' : 'cool'})" stroke="var(--paper-edge)" stroke-width="1.2"/>`
    + glyph(rank, suit, rank === 'T' ? 13 : 10, 10, 54, 5.1) + pip(suit, 70, 76, 46);
}
/** No suit, so both inks and the gold. @param {number} x @param {number} y @param {number} k */
function jester(x, y, k) {
  const st = `stroke="${line}" stroke-width="1.7" stroke-linejoin="round"`;
  return `<g transform="translate(${x} ${y}) scale(${k})">
    <path d="M12 49 18 58l6-5 6 7 6-7 6 5 6-9Z" fill="var(--gold)" ${st}/>
    <path d="M19 24h22v13c0 7-4.6 12-11 12s-11-5-11-12Z" fill="${skin}" ${st}/>
    <circle cx="25.4" cy="33" r="1.7" fill="${line}"/><circle cx="34.6" cy="33" r="1.7" fill="${line}"/>
    <path d="M24.5 40c3 3.6 8 3.6 11 0" fill="none" stroke="var(--ink-H)" stroke-width="2.1" stroke-linecap="round"/>
    <path d="M16 29C14 21 9 20 4 24 4 12 12 6 21 10 22 5 25 1.5 30 1v23.5C24 24 19 26 16 29Z" fill="var(--ink-H)" ${st}/>
    <path d="M44 29C46 21 51 20 56 24 56 12 48 6 39 10 38 5 35 1.5 30 1v23.5C36 24 41 26 44 29Z" fill="var(--p3)" ${st}/>
    <circle cx="4.5" cy="26" r="3.5" fill="var(--gold)" ${st}/><circle cx="55.5" cy="26" r="3.5" fill="var(--gold)" ${st}/><circle cx="30" cy="1" r="3.5" fill="var(--gold)" ${st}/>
  </g>`;
}
/** @param {number} x @param {number} y @param {number} k */
const jokerIndex = (x, y, k) => `<g transform="translate(${x} ${y}) scale(${k})"><g fill="var(--gold)" stroke="${line}" stroke-width="1.6" stroke-linejoin="round">${SHAPES[5]}</g></g>`;
/** @param {string} lod */
function joker(lod) {
  if (lod === 'm') return jester(11, 34, 1.3);
  if (lod === 't') return jester(17, 18, 1.15);
  if (lod === 's') return jokerIndex(22, 23, 1.4) + jester(4, 47, 1.45);
  if (lod === 'v') return jokerIndex(19, 23, 1.3) + jester(30, 60, 1.15);
  return both(jokerIndex(17, 18, 1)) + jester(15.5, 37, 1.15);
}

// --- owners: colour and sign; the back carries both, and a pattern ------------------------------------------------------
/** Centre 0,0, radius about 10. No hearts, no diamonds: they would read as suits. @type {Record<number, string>} */
const SHAPES = {
  1: '<circle r="9"/>',
  2: '<path d="M0-10 10.5 8.5H-10.5Z"/>',
  3: '<rect x="-8.5" y="-8.5" width="17" height="17" rx="1"/>',
  4: '<path d="M-3.4-10h6.8v6.6H10v6.8H3.4V10h-6.8V3.4H-10v-6.8h6.6Z"/>',
  5: '<path d="M0-11 3.1-3.7 11-3.1 5 2.1 6.9 9.8 0 5.6-6.9 9.8-5 2.1-11-3.1-3.1-3.7Z"/>',
  6: '<path fill-rule="evenodd" d="M0-10a10 10 0 1 1 0 20 10 10 0 0 1 0-20ZM0-4.2a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z"/>',
  7: '<path d="M-10-8.5h20v6.2h-20ZM-10 2.3h20v6.2h-20Z"/>',
  8: '<path d="M4-9.5a10 10 0 1 0 0 19A12.5 12.5 0 0 1 4-9.5Z"/>',
};
/** @type {Record<number, string>} */
const PATTERN = {
  1: '<pattern id="pt1" width="14" height="14" patternUnits="userSpaceOnUse"><circle cx="7" cy="7" r="3.2"/></pattern>',
  2: '<pattern id="pt2" width="20" height="14" patternUnits="userSpaceOnUse"><path d="M0 10 10 3 20 10" fill="none" stroke-width="3.2"/></pattern>',
  3: '<pattern id="pt3" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M0 0h8v8H0ZM8 8h8v8H8Z"/></pattern>',
  4: '<pattern id="pt4" width="18" height="18" patternUnits="userSpaceOnUse"><path d="M9 3.5v11M3.5 9h11" fill="none" stroke-width="3"/></pattern>',
  5: '<pattern id="pt5" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 9h18M9 0v18" fill="none" stroke-width="2.2"/></pattern>',
  6: '<pattern id="pt6" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r="6.5" fill="none" stroke-width="2.6"/></pattern>',
  7: '<pattern id="pt7" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 6h12" fill="none" stroke-width="4.2"/></pattern>',
  8: '<pattern id="pt8" width="22" height="12" patternUnits="userSpaceOnUse"><path d="M0 6c5.5-7 5.5 7 11 0s5.5 7 11 0" fill="none" stroke-width="2.6"/></pattern>',
};
/** @param {number} n @param {number} cx @param {number} cy @param {number} s @param {string} fill */
const sign = (n, cx, cy, s, fill) => `<g transform="translate(${cx} ${cy}) scale(${s})" fill="${fill}">${SHAPES[n]}</g>`;
/** @param {number} n */
function backArt(n) {
  return `<rect x=".6" y=".6" width="98.8" height="138.8" rx="8" fill="var(--paper-cool)" stroke="var(--paper-edge)" stroke-width="1.2"/>
    <rect x="6" y="6" width="88" height="128" rx="4.5" fill="var(--p${n})"/>
    <rect x="6" y="6" width="88" height="128" rx="4.5" fill="url(#pt${n})" opacity=".5"/>
    <circle cx="50" cy="70" r="24" fill="var(--p${n})" stroke="var(--p${n}-on)" stroke-width="2.2"/>${sign(n, 50, 70, 1.45, `var(--p${n}-on)`)}`;
}
/** Bottom left corner, on every level of detail. @param {number} n */
function markArt(n) {
  return `<path d="M.6 108H22a9 9 0 0 1 9 9v22.4H8.6a8 8 0 0 1-8-8Z" fill="var(--p${n})"/>${sign(n, 15.5, 123.6, .92, `var(--p${n}-on)`)}`;
}
/** @param {number} n */
function markTileArt(n) {
  return `<path d="M.6 70H26a8 8 0 0 1 8 8v29.4H9.6a9 9 0 0 1-9-9Z" fill="var(--p${n})"/>${sign(n, 17, 89, 1.05, `var(--p${n}-on)`)}`;
}

// --- the sheet -------------------------------------------------------------------------------------------------------
/** Every symbol, as text. */
export function symbols() {
  /** @type {string[]} */
  const out = [];
  const sym = (/** @type {string} */ id, /** @type {string} */ art, box = '0 0 100 140') => out.push(`<symbol id="${id}" viewBox="${box}">${art}</symbol>`);
  for (const suit of SUITS) {
    sym(`suit-${suit}`, pip(suit, 12, 12, 24, false, 'currentColor'), '0 0 24 24');
    for (const rank of RANKS) {
      for (const lod of 'fsvm') sym(`${lod}-${rank}${suit}`, paper(suit) + bodies[lod](rank, suit));
      sym(`t-${rank}${suit}`, tile(rank, suit), '0 0 100 108');
    }
  }
  for (const lod of 'fsvm') sym(`${lod}-X`, paper('') + joker(lod));
  sym('t-X', `<rect x=".6" y=".6" width="98.8" height="106.8" rx="9" fill="var(--paper-cool)" stroke="var(--paper-edge)"/>` + joker('t'), '0 0 100 108');
  for (let n = 1; n <= 8; n++) {
    sym(`b-${n}`, backArt(n));
    sym(`own-${n}`, markArt(n));
    sym(`ownt-${n}`, markTileArt(n), '0 0 100 108');
    sym(`shape-${n}`, sign(n, 12, 12, 1, 'currentColor'), '0 0 24 24');
  }
  return out.join('\n');
}
const defs = () => `<defs>${Object.entries(PATTERN).map(([n, p]) => p.replace('<pattern', `<pattern style="fill:var(--p${n}-on);stroke:var(--p${n}-on)"`)).join('')}</defs>`;
/** The hidden <svg> that holds every symbol; put it into the page once. */
export const sprite = () => `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">${defs()}${symbols()}</svg>`;
