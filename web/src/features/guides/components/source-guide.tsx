import type { SourceDto } from '@desk/contracts/leads/sources.routes';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryView } from '@/components/page/query-view';
import { ChevronLeft } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { MissingPageError } from '@/lib/missing-page';
import { usePageTitle } from '@/lib/page-title';
import { sourcesQuery } from '../api/list-sources';
import { describeSource } from '../lib/describe-source';
import { MarkedText } from './marked-text';
import { ScreenPicture } from './screen-picture';

function Steps({ source }: { source: SourceDto }) {
  const { steps, documentedAt } = source;
  return (
    <section aria-labelledby="set-up">
      <h2 id="set-up" className="display text-xl">
        Set it up
      </h2>
      <ol className="mt-4 grid list-decimal gap-3 pl-6 marker:font-semibold marker:text-muted">
        {steps.map((step) => (
          <li key={step}>
            <MarkedText text={step} />
          </li>
        ))}
      </ol>
      <p className="mt-4">
        {documentedAt === null ? (
          <span className="text-muted">
            We know of no instructions by its maker: the steps are known from use.
          </span>
        ) : (
          <a href={documentedAt} rel="noreferrer" className="link inline-flex min-h-11 items-center">
            Instructions by its maker
          </a>
        )}
      </p>
    </section>
  );
}

const Facts = ({ source }: { source: SourceDto }) => (
  <div className="mt-12 grid gap-10 lg:grid-cols-3">
    {describeSource(source).map(([heading, sentences]) => (
      <section key={heading} aria-label={heading}>
        <h2 className="display text-xl">{heading}</h2>
        <ul className="mt-4 grid list-disc gap-2 pl-5 marker:text-muted">
          {sentences.map((sentence) => (
            <li key={sentence}>
              <MarkedText text={sentence} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

/** Prerendered, so that there is something to read before the tools are loaded. */
const Introduction = () => (
  <p className="mt-3 mb-10 max-w-[68ch] text-lg text-muted">
    How it posts leads to a funnel. You need the private address of your funnel, which the admin adds on the
    funnel's page.
  </p>
);

const GuideSkeleton = () => (
  <>
    <Skeleton className="h-[45px] w-72 max-w-full" />
    <Introduction />
    <Skeleton className="h-[560px] w-full" />
  </>
);

function Content({ source }: { source: SourceDto }) {
  usePageTitle(`Posting from ${source.name}`);
  return (
    <>
      <h1 className="display text-3xl">{source.name}</h1>
      <Introduction />
      <div className="grid items-start gap-10 lg:grid-cols-2">
        <Steps source={source} />
        <ScreenPicture name={source.name} screen={source.screen} />
      </div>
      <Facts source={source} />
    </>
  );
}

/** How one tool is made to post leads. */
export function SourceGuide({ id }: { id: string }) {
  const query = useQuery(sourcesQuery);
  return (
    <div className="page section">
      <Link to="/docs/posting" className="link mb-4 inline-flex min-h-11 items-center gap-1">
        <ChevronLeft aria-hidden className="size-4" />
        Posting leads
      </Link>
      <QueryView query={query} what="the tool" skeleton={<GuideSkeleton />}>
        {({ sources }) => {
          const source = sources.find((one) => one.id === id);
          if (!source) throw new MissingPageError();
          return <Content source={source} />;
        }}
      </QueryView>
    </div>
  );
}
