import { TERMS_UPDATED } from '@desk/contracts/accounts/terms.values';

/** One numbered section: paragraphs and bullet lists. */
export interface LegalSection {
  /** Anchor for links to this section. */
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}

export const LegalPage = ({ title, sections }: { title: string; sections: readonly LegalSection[] }) => (
  <div className="page section grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(200px,1fr)_minmax(0,68ch)_minmax(0,1fr)]">
    <header className="lg:col-start-2">
      <h1 className="display text-3xl">{title}</h1>
      <p className="mt-3 text-muted">Last updated {TERMS_UPDATED}</p>
      <p className="mt-4 border-l-2 border-money-line pl-4 text-sm text-money">
        This is a draft. Legal counsel must review it before it is relied on.
      </p>
    </header>
    <nav aria-label="On this page" className="max-lg:hidden lg:col-start-1 lg:row-start-2">
      <ol className="sticky top-28 grid gap-1 text-sm">
        {sections.map(({ id, title: name }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1 text-muted hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
    <div className="grid gap-10 lg:col-start-2 lg:row-start-2">
      {sections.map(({ id, title: name, body }, index) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} className="display text-xl">
            <span className="tabular text-muted">{index + 1}.</span> {name}
          </h2>
          <div className="mt-3 grid gap-4">
            {body.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part.join()} className="grid list-disc gap-2 pl-5 marker:text-muted">
                  {part.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  </div>
);
