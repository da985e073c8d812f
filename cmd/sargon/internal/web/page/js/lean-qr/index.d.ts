/** A QR code; throws if the text is too long for one. */
export function generate(text: string): object;
