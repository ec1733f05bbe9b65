import { createElement, Fragment, type ReactNode } from 'react';
import type { GuideNode } from '../lib/to-nodes';

const classes: Readonly<Record<string, string>> = {
  h1: 'display text-3xl',
  h2: 'display mt-12 scroll-mt-24 text-xl',
  p: 'mt-4',
  ol: 'mt-4 grid list-decimal gap-2 pl-5 marker:text-muted',
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
/** Elements that can be wider than the page. They are focusable, so that the keyboard can scroll them. */
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

const idOf = (node: GuideNode | undefined): string | undefined =>
  typeof node === 'object' && node.tag === 'h2' ? node.id : undefined;

/** Splits the nodes before each h2. The first part is the text before the first h2. */
function toSections(nodes: readonly GuideNode[]): GuideNode[][] {
  const sections: GuideNode[][] = [[]];
  for (const node of nodes) {
    if (idOf(node) !== undefined) sections.push([]);
    sections.at(-1)?.push(node);
  }
  return sections;
}

interface GuideProps {
  nodes: readonly GuideNode[];
  /** Content to show at the end of a section, by the id of its heading. */
  additions?: Readonly<Record<string, ReactNode>>;
}

/** A page of the public documentation. */
export const Guide = ({ nodes, additions = {} }: GuideProps) => (
  <div className="page section">
    <article className="mx-auto max-w-[72ch]">
      {toSections(nodes).map((section, index) => (
        <Fragment key={index}>
          {section.map(toElement)}
          {additions[idOf(section[0]) ?? '']}
        </Fragment>
      ))}
    </article>
  </div>
);
