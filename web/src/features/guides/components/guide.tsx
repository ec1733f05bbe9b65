import { createElement, type ReactNode } from 'react';
import type { GuideNode } from '../lib/to-nodes';

const classes: Readonly<Record<string, string>> = {
  h1: 'display text-3xl',
  h2: 'display mt-12 scroll-mt-24 text-xl',
  p: 'mt-4',
  ul: 'mt-4 grid list-disc gap-2 pl-5 marker:text-muted',
  pre: 'mt-4 overflow-x-auto rounded-card border border-line bg-sunken p-4 font-mono text-sm',
  code: 'font-mono text-[0.9em] wrap-anywhere',
  a: 'link',
  div: 'mt-4 overflow-x-auto',
  table: 'text-left text-sm',
  tr: 'border-b border-line align-top',
  th: 'min-w-32 py-2 pr-6 font-semibold',
  td: 'py-2 pr-6',
};
/** Can be wider than the page, and is scrolled by keyboard too. */
const SCROLLED = ['pre', 'div'];

function toElement(node: GuideNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, children, ...attributes } = node;
  return createElement(
    tag,
    {
      key: index,
      className: classes[tag],
      tabIndex: SCROLLED.includes(tag) ? 0 : undefined,
      ...attributes,
    },
    ...children.map(toElement),
  );
}

/** A page of the documentation, for people outside. */
export const Guide = ({ nodes }: { nodes: readonly GuideNode[] }) => (
  <div className="page section">
    <article className="mx-auto max-w-[72ch]">{nodes.map(toElement)}</article>
  </div>
);
