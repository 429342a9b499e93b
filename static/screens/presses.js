// @ts-check
// Many people click everything twice. The second click of a double click must neither take back what the first has done,
// nor answer a question, or leave a dialog, that the first has only just brought up.

/** Buttons that a second press takes back, or that ask before they do it. */
const ONCE = "[aria-pressed], [role=switch], .rail button, .plate button, .sheet button, [data-key=start]";

/** @param {EventTarget} page  everything that is clicked is in it */
export function hearPressesOnce(page) {
  /** @type {unknown} what the first click was on */
  let first = null;
  const hear = (/** @type {any} */ event) => {
    const at = event.target?.closest?.("button, dialog") ?? null;
    // Lists are drawn anew at a press: the same button may be another element.
    const pressed = at?.dataset.key ?? at;
    if (event.detail <= 1) first = pressed;
    else if (at && (pressed !== first || at.matches(ONCE))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  page.addEventListener("click", hear, { capture: true });
}
