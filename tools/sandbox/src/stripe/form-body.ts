export type FormValue = string | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

const MAX_DEPTH = 6;

const bare = (): FormTree => Object.create(null) as FormTree;

/** `card[number]` → ['card', 'number']; `expand[]` → ['expand', '']. */
function segments(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')].slice(0, MAX_DEPTH);
}

/** Reads a form body with bracket nesting. Lists become objects keyed '0', '1', …; a later value wins. */
export function parseForm(body: string): FormTree {
  const root = bare();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = segments(name);
    let node = root;
    path.forEach((part, index) => {
      const key = part === '' ? String(Object.keys(node).length) : part;
      if (index === path.length - 1) {
        node[key] = value;
        return;
      }
      const next = node[key];
      const child = typeof next === 'object' ? next : bare();
      node[key] = child;
      node = child;
    });
  }
  return root;
}

/** One string for equal parameters, whatever their order. */
export function canonical(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? '')}`);
  return `{${parts.join(',')}}`;
}
