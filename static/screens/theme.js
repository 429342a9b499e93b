// What this browser chose to look at, set before anything is drawn (a plain script in the head, so nothing flashes).
// The theme follows the system until somebody chooses one.
{
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)");
  const chosen = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is forbidden: the system decides
    }
  };
  const dress = () => {
    const theme = chosen("pounce.theme") ?? (light.matches ? "light" : "dark");
    root.dataset.theme = theme;
    root.dataset.deck = chosen("pounce.deck") ?? "two";
    root.dataset.hand = chosen("pounce.hand") ?? "right";
    root.dataset.hold = chosen("pounce.hold") ?? "on";
    root.dataset.sound = chosen("pounce.sound") ?? "off";
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme === "light" ? "#d7e0d2" : "#21372f");
  };
  dress();
  light.addEventListener("change", dress);
  addEventListener("storage", dress); // chosen in another tab
  addEventListener("pounce:dress", dress); // chosen in this one
}
