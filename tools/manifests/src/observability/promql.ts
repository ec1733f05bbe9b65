import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads. */
export interface Expression {
  readonly metrics: readonly string[];
  /** Labels by which it selects or groups. */
  readonly labels: readonly string[];
}

/** Parses a PromQL expression. @throws Error if it is none */
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
