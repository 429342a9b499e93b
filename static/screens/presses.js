// @ts-check
// Many people click everything twice. The second click of a double click must neither take back or repeat what the first
// has done, nor answer a question, or leave a dialog, that the first has only just brought up.

/** Buttons that do more at every press, and are pressed in quick succession for it. */
const AGAIN = ".step, [data-key=add-bot], .tool[data-key=undo], .tool[data-key=redo]";

/** @param {EventTarget} page  everything that is clicked is in it */
export function hearPressesOnce(page) {
  const hear = (/** @type {any} */ event) => {
    const at = event.target?.closest?.("button, dialog");
    if (event.detail <= 1 || !at || at.matches(AGAIN)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  page.addEventListener("click", hear, { capture: true });
}
