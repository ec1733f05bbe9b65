/** `a.b[0]` → `['a', 'b', '0']`. */
const toPath = (path: string | readonly string[]): string[] =>
  typeof path === 'string' ? path.split(/[.[\]]+/).filter((part) => part !== '') : [...path];
export default toPath;
