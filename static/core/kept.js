// @ts-check
// What must outlive a reload of this tab, and may be forgotten with it.

/** @param {string} key */
export const kept = (key) => ({
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {unknown} value */
  write(value) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // storage is forbidden: nothing outlives the reload
    }
  },
});
