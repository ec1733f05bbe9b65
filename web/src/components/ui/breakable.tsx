import { Fragment } from 'react';

/** Lets a long email address or URL wrap after punctuation instead of inside a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@./?&=_-])/).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
