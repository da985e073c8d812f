export function toSvg(
  code: object, document: Document, colours: { on: string; off: string },
): SVGElement;
