export type FormValue = string | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

const MAX_DEPTH = 6;

/** Without a prototype, so that a parameter cannot change one. */
const newTree = (): FormTree => Object.create(null) as FormTree;

/** `card[number]` → ['card', 'number']; `expand[]` → ['expand', '']. */
function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')].slice(0, MAX_DEPTH);
}

/** Parses a form body with bracket nesting. Lists become objects keyed '0', '1', …; the last value wins. */
export function parseForm(body: string): FormTree {
  const root = newTree();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = splitName(name);
    let node = root;
    path.forEach((part, index) => {
      const key = part === '' ? String(Object.keys(node).length) : part;
      if (index === path.length - 1) {
        node[key] = value;
        return;
      }
      const next = node[key];
      const child = typeof next === 'object' ? next : newTree();
      node[key] = child;
      node = child;
    });
  }
  return root;
}

/** Returns the same string for the same parameters in any order. */
export function canonicalize(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalize(value[key] ?? '')}`);
  return `{${parts.join(',')}}`;
}
