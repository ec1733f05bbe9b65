/** Tokens inside of which separators mean nothing: comments, strings, quoted names, function bodies. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g;

/** Splits at a separator outside of comments, strings and parentheses. */
function splitAt(sql: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  let position = 0;
  const read = (text: string): void => {
    for (const character of text) {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (character === separator && depth === 0) {
        parts.push(current);
        current = '';
      } else current += character;
    }
  };
  for (const match of sql.matchAll(OPAQUE)) {
    read(sql.slice(position, match.index));
    current += match[0];
    position = match.index + match[0].length;
  }
  read(sql.slice(position));
  return [...parts, current].map((part) => part.trim()).filter((part) => stripComments(part) !== '');
}

export const stripComments = (sql: string): string =>
  sql
    .replaceAll(OPAQUE, (token) => (token.startsWith('--') || token.startsWith('/*') ? ' ' : token))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the statements of a script, with their comments. */
export const splitStatements = (sql: string): string[] => splitAt(sql, ';');

/** Returns the actions of `ALTER TABLE name action, action`, with their comments. */
export const splitActions = (actions: string): string[] => splitAt(actions, ',');
