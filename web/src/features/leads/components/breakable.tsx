import { Fragment } from 'react';

/** A long address that may go on in the next line, and rather behind a sign than within a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@./?&=_-])/).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
