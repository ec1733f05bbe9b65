import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads. */
export interface Expression {
  readonly metrics: readonly string[];
  /** Labels that select or group. */
  readonly labels: readonly string[];
}

/** Parses a PromQL expression. @throws Error if it is not one */
export function readExpression(text: string): Expression {
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      if (type.name === 'Identifier') metrics.push(part);
      if (type.name === 'LabelName') labels.push(part);
    },
  });
  return { metrics, labels };
}

/** Adds a matcher, such as `namespace="x"`, to every selector of a PromQL expression. */
export function addMatcher(text: string, matcher: string): string {
  const parts: string[] = [];
  let copiedTo = 0;
  const insert = (position: number, inserted: string): void => {
    parts.push(text.slice(copiedTo, position), inserted);
    copiedTo = position;
  };
  parser.parse(text).iterate({
    enter({ type, node, to }) {
      if (type.name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers');
      if (matchers) insert(matchers.from + 1, `${matcher},`);
      else insert(to, `{${matcher}}`);
    },
  });
  return parts.join('') + text.slice(copiedTo);
}
