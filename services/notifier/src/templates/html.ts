/** Markup in which every value has been escaped. */
export class Html {
  constructor(readonly source: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

type Value = string | number | Html | readonly Html[];

const render = (value: Value): string => {
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('');
  return escapeHtml(String(value));
};

/** Template tag that escapes its values, except those that are `Html`. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(
    parts.map((part, index) => (index === 0 ? part : render(values[index - 1] ?? '') + part)).join(''),
  );
