// @ts-check
// The bar over the table: the way home, the round, one's own points where there is no plate, the connection, rules and menu.

import { dayWords } from "../core/daily.js";
import { grouped } from "../core/deal.js";
import { gameName, inGame, t } from "../core/i18n.js";
import { make } from "../table/render.js";
import { press } from "./naming.js";
import { badge, icon, number, renew } from "./pieces.js";

/** A round trip longer than this counts as slow. */
export const SLOW_MS = 250;

/**
 * @param {HTMLElement} zone
 * @param {import("../table/game.js").Game} game
 * @param {{home: () => void, talk: () => void, rules: () => void, menu: () => void}} run
 * @param {HTMLElement | null} [facts]  what stands there instead of points, connection and talk, at a table for one
 */
export function createBar(zone, game, run, facts = null) {
  const what = make("span", "what");
  const mine = make("span", "ping mine");
  const ping = make("span", "ping");
  /** @param {string} name @param {string} label @param {() => void} pressed */
  function tool(name, label, pressed) {
    const button = press("icon", pressed, icon(name));
    button.setAttribute("aria-label", label);
    button.title = label;
    button.dataset.key = name;
    return button;
  }
  const talk = tool("talk", t("talk.title"), run.talk);
  zone.append(
    tool("back", t("table.home"), run.home),
    make("div", "title", make("h1", "", gameName(game.key)), what),
    make("div", "end", ...(facts ? [facts] : [mine, ping, talk]), tool("book", inGame(game.key, "menu.rules"), run.rules), tool("menu", t("menu.open"), run.menu)),
  );

  return {
    /**
     * @param {Pick<import("../core/store.js").State, "room" | "table" | "me" | "ping" | "connection">} state
     * @param {import("../table/render.js").Player | null} own
     * @param {boolean} talks  people may talk while the round runs
     */
    draw({ room, table, me, ping: ms, connection }, own, talks) {
      talk.hidden = !talks;
      const daily = facts && room?.day ? t("daily.of", { day: dayWords(room.day, "short") }) : "";
      const deal = daily || (facts && room?.deal ? t("solo.deal", { deal: grouped(room.deal) }) : "");
      const title = [deal, room ? game.title(room, table?.facts ?? {}, me) : ""].filter(Boolean).join(" · ");
      if (what.textContent !== title) what.textContent = title;
      const open = connection === "open";
      const dot = !open ? "away" : (ms ?? 0) > SLOW_MS ? "slow" : "ok";
      renew(ping, [dot, ms], () => [make("i", `dot ${dot}`), open ? ms !== null && t("table.ping", { ms }) : t("table.ping.none")]);
      renew(mine, [own?.owner, own?.total], () => (own ? [badge(own.owner - 1), make("b", "", number(own.total))] : []));
    },
  };
}
