import type { OwnFunnelReport } from '@desk/contracts/leads/funnel-report.schemas';
import {
  BATCH_MAX,
  FUNNEL_RATE_MAX,
  INGEST_PATH,
  PRIVATE_ADDRESS_PATH,
} from '@desk/contracts/leads/funnels.values';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Examples } from './examples';

/** Opens the posting documentation in a new tab, because the page shows a new key that is not shown again. */
export const PostingDocsLink = ({ children }: { children: string }) => (
  <p className="mt-4">
    <a
      href="/docs/posting"
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center"
    >
      {children}
    </a>
  </p>
);

interface PostingGuideProps {
  funnel: Pick<OwnFunnelReport, 'requestsPerSecond' | 'requiredFields' | 'requiresConsentProof'>;
  /** The keys that are not revoked. */
  keys: OwnFunnelReport['keys'];
}

/** How to post leads as this funnel. The keys are masked. */
export function PostingGuide({ funnel, keys }: PostingGuideProps) {
  const prefixOf = (wanted: string) => keys.findLast(({ kind }) => kind === wanted)?.prefix;
  const serverKey = prefixOf('server');
  const addressKey = prefixOf('address');
  const url = `${window.location.origin}${INGEST_PATH}`;
  return (
    <Card
      title="How to post a lead"
      description="Each program is complete. Put your key in place of the masked one."
    >
      <dl className="mb-5 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="font-semibold">One lead</dt>
        <dd className="font-mono break-all">
          POST {url}
          <CopyButton label="address" text={url} />
        </dd>
        <dt className="font-semibold">Up to {BATCH_MAX} leads</dt>
        <dd className="font-mono break-all">POST {url}/batch</dd>
        {addressKey === undefined ? null : (
          <>
            <dt className="font-semibold">Any tool</dt>
            <dd className="font-mono break-all">
              POST {window.location.origin}
              {PRIVATE_ADDRESS_PATH}/{addressKey}…
            </dd>
          </>
        )}
        <dt className="font-semibold">Is there a buyer?</dt>
        <dd className="font-mono break-all">POST {window.location.origin}/api/ingest/ping</dd>
        <dt className="font-semibold">Rate limit</dt>
        <dd>{funnel.requestsPerSecond ?? FUNNEL_RATE_MAX} leads a second</dd>
        <dt className="font-semibold">Also required</dt>
        <dd className="break-words">
          {[
            ...funnel.requiredFields,
            ...(funnel.requiresConsentProof ? ['trustedform_cert_url or jornaya_leadid'] : []),
          ].join(', ') || 'Nothing'}
        </dd>
      </dl>
      <Examples funnelKey={serverKey ? `${serverKey}…` : 'YOUR_KEY'} />
      <PostingDocsLink>All tools, fields, answers and errors</PostingDocsLink>
    </Card>
  );
}
