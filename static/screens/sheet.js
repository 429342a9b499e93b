// @ts-check
// The sheet over the middle as elements; table/sheet.js says what it is. The own cards are never covered.

import { t } from "../core/i18n.js";
import { lay, make } from "../table/render.js";
import { press, votes, written } from "./naming.js";
import { badge, renew } from "./pieces.js";

/** @typedef {import("../table/sheet.js").Sheet} Sheet */
/** @typedef {import("../table/layout.js").Box} Box */
/** @typedef {{players: number[], me: number | null, nameOf: (seat: number) => string}} Round */

/** A ring that empties. */
function ring() {
  const template = document.createElement("template");
  template.innerHTML =
    '<svg class="ring" viewBox="0 0 32 32" aria-hidden="true"><circle class="t" cx="16" cy="16" r="12"/><circle class="v" cx="16" cy="16" r="12" pathLength="100" stroke-dasharray="100 100" transform="rotate(-90 16 16)"/></svg>';
  return /** @type {Node} */ (template.content.firstChild);
}

/**
 * @param {HTMLElement} box
 * @param {{ready: () => void, pause: () => void}} run  Ready in a stop; wants to go on after a pause, or not yet
 */
export function createSheet(box, run) {
  /** @param {Sheet} sheet @param {Round} round @returns {Node[]} */
  function content(sheet, { players, me, nameOf }) {
    /** @param {number | null} seat */
    const sign = (seat) => (seat === null ? [] : [badge(players[seat])]);
    switch (sheet.kind) {
      case "countdown":
        return [make("span", "muted", t("sheet.ready")), ...(sheet.digit === null ? [] : [make("div", "big", String(sheet.digit))])];
      case "paused": {
        const { wants, seconds, ask, asked } = sheet;
        const names = wants.map(nameOf).join(", ");
        const words = t("pause.votes", { names, n: wants.length === 1 && wants[0] !== me ? 1 : 2 });
        const said = wants.length ? [votes(players, wants, words), make("span", "", words)] : [];
        const go = press(asked ? "btn" : "btn primary", run.pause, t(asked ? "pause.not_yet" : "pause.go_on"));
        go.dataset.key = "pause";
        const when = seconds === null ? [] : [make("span", "waits", t("sheet.stop.wait", { n: seconds }))];
        return [make("h2", "", t("pause.title")), make("div", "row", ...said), make("div", "row", ...when, ...(ask || asked ? [go] : []))];
      }
      case "go":
        return [make("div", "big", t("sheet.go"))];
      case "stop": {
        const { by, suit: letter, ask } = sheet;
        const suit = letter ? t(`suit.${letter}`) : "";
        const inside = [ring(), make("span", "count")];
        const go = ask ? press("btn primary", run.ready, ...inside) : make("span", "waits", ...inside);
        go.dataset.key = "ready";
        const said = votes(players, sheet.ready, t("sheet.stop.votes", { names: sheet.ready.map(nameOf).join(", ") }));
        const what = by === me && by !== null ? t("sheet.stop.you", { suit }) : t("sheet.stop.by", { name: by === null ? "" : nameOf(by), suit });
        return [make("h2", "", t("sheet.stop"), ...sign(by)), make("span", "", what), make("div", "row", said, go)];
      }
      case "pulls":
        return [
          make("h2", "", t("sheet.pulls")),
          make("ul", "pulls", ...sheet.pulls.map(({ seat, key, card }) => make("li", "", ...sign(seat), ...(card ? [written(card)] : []), make("span", "muted", t(key))))),
        ];
      case "ended": {
        const { title, text, seat, slots = {} } = sheet;
        const named = { ...slots, name: seat === null ? "" : nameOf(seat) };
        return [make("h2", "", ...sign(seat), t(title, named)), ...(text ? [make("span", "", t(text, named))] : [])];
      }
      case "over":
        if (sheet.by === null) return [make("h2", "", t("sheet.nobody")), make("span", "", t("sheet.nobody.why"))];
        return [
          make("h2", "", ...sign(sheet.by), t("sheet.pounce")),
          make("span", "", sheet.by === me ? t("sheet.pounce.you") : t("sheet.pounce.by", { name: nameOf(sheet.by) })),
        ];
    }
  }

  return {
    /** @param {Sheet | null} sheet @param {Round} round @param {Box} place */
    draw(sheet, round, place) {
      lay(box, place);
      if (box.hidden !== (sheet === null)) box.hidden = sheet === null;
      const kind = sheet?.kind ?? "";
      if (box.dataset.kind !== kind) box.dataset.kind = kind;
      // The ring and its seconds change alone: the button under the finger stays the same.
      const lasting = sheet?.kind === "stop" ? { ...sheet, seconds: 0, share: 0 } : sheet;
      renew(box, [lasting, round.players, round.me], () => (sheet ? [make("div", "box", ...content(sheet, round))] : []));
      if (sheet?.kind !== "stop") return;
      box.querySelector(".ring .v")?.setAttribute("stroke-dasharray", `${Math.round(sheet.share * 100)} 100`);
      const count = box.querySelector(".count");
      const text = sheet.ask ? t("sheet.stop.do", { n: sheet.seconds }) : t("sheet.stop.wait", { n: sheet.seconds });
      if (count && count.textContent !== text) count.textContent = text;
    },
  };
}
