// Shows how much of the program has been loaded, until the machine runs.
import { $ } from "./dom.js";
import { early } from "./game.js";
import { decimal, t } from "./i18n.js";

const showMillis = 200;

/** Shows it from now on; also in words if a move of the visitor waits for the program. */
export function showFetched() {
  const { bytes, of } = sargonFetched, ready = document.body.dataset.ready === "true";
  const [have, all] = [bytes, of].map((n) => decimal(n / 1e6));
  $("loading").hidden = ready;
  if (of) $("loading").value = bytes / of;
  $("fetched").hidden = ready || !early;
  const words = bytes < of ? t("fetched", { have, all }) : t("starting");
  $("fetched").textContent = of ? words : "";
  if (!ready) setTimeout(showFetched, showMillis);
}
