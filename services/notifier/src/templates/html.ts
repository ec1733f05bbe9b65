/** Markup that is safe to put into a page: every value in it has been escaped. */
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

/** A template whose values are escaped unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(
    parts.map((part, index) => (index === 0 ? part : render(values[index - 1] ?? '') + part)).join(''),
  );
