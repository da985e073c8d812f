// Errors of the Go program, in the language of the page.
import { language, t } from "./i18n.js";

/** Returns the text of a failure in the language of the page. The program's own English text is more
 * exact than a translation, so English pages show it. A failure of an unknown kind, or an error of the
 * browser, is not translated.
 * @param {Failure | string} failure */
export function inWords(failure) {
  if (typeof failure === "string") return failure;
  const { text, kind, number, value = "" } = failure;
  return kind && language !== "en" ? t(`failure.${kind}`, { number, value }) : text;
}

/** The error of a call that has failed. Its message is in the language that the page has when the
 * message is read. */
export class CallError extends Error {
  #failure;

  /** @param {Failure} failure */
  constructor(failure) {
    super();
    this.#failure = failure;
    Object.defineProperty(this, "message", { get: () => inWords(this.#failure) });
  }
}
