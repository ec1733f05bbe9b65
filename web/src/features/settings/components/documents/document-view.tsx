import type { DocumentAnswer } from '@desk/contracts/billing/documents.routes';
import {
  type DocumentKind,
  documentLabels,
  formatDocumentNumber,
} from '@desk/contracts/billing/documents.values';
import { formatAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '@/components/ui/card';
import { DownloadLink } from '@/components/ui/download-link';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { PageHeading } from '@/components/page/page-heading';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { routeFile } from '@/lib/route-file';
import { documentQuery } from '../../api/documents';

const wordings: Readonly<Record<DocumentKind, { time: string; total: string }>> = {
  receipt: { time: 'Paid', total: 'Total paid' },
  'credit-note': { time: 'Refunded', total: 'Total refunded' },
  reversal: { time: 'Refund failed', total: 'Total reversed' },
};
const back = { to: '/settings?tab=billing', label: 'Billing' };

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-6 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const Party = ({ title, lines }: { title: string; lines: readonly (string | null)[] }) => (
  <div className="min-w-0">
    <h2 className="font-semibold">{title}</h2>
    <address className="wrap-anywhere text-muted not-italic">
      {lines.map((line) =>
        line ? (
          <span key={line} className="block">
            {line}
          </span>
        ) : null,
      )}
    </address>
  </div>
);

function Paper({ document }: { document: DocumentAnswer }) {
  const { kind, business, billedTo, receiptNumber } = document;
  const { time, total } = wordings[kind];
  return (
    <Card>
      <div className="grid gap-6 border-b border-line pb-6 sm:grid-cols-2">
        <Party
          title={business.name}
          lines={[...business.addressLines, business.taxId && `Tax ID ${business.taxId}`]}
        />
        <Party title="Billed to" lines={[billedTo.companyName, billedTo.name]} />
      </div>
      <dl className="tabular py-4">
        <Row label={time}>{formatDateTime(document.occurredAt)}</Row>
        {receiptNumber === null ? null : (
          <Row label="For receipt">{formatDocumentNumber({ kind: 'receipt', number: receiptNumber })}</Row>
        )}
        <Row label="Payment ID">{document.stripePaymentIntentId}</Row>
        <Row label="Lead">
          <Link
            to={`/leads/${document.leadId}`}
            className="link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
          >
            {document.leadId}
          </Link>
        </Row>
      </dl>
      <dl className="tabular border-t border-line pt-4">
        <div className="flex justify-between gap-4 text-lg font-semibold">
          <dt>{total}</dt>
          <dd>{formatAmount(document.amountCents)}</dd>
        </div>
      </dl>
    </Card>
  );
}

/** A receipt or credit note, as printed. */
export function DocumentView({ documentId }: { documentId: string }) {
  const { data, error, isFetching, refetch } = useQuery(documentQuery(documentId));
  if (error !== null)
    return (
      <>
        <PageHeading title="Receipt" back={back} />
        <ErrorState
          title="The receipt could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </>
    );
  if (data === undefined)
    return (
      <>
        <PageHeading title="Receipt" back={back} />
        <Loading label="Loading receipt...">
          <Skeleton className="h-[360px] max-w-[720px]" />
        </Loading>
      </>
    );
  return (
    <>
      <PageHeading
        title={`${documentLabels[data.kind]} ${formatDocumentNumber(data)}`}
        back={back}
        actions={
          <DownloadLink
            file={routeFile('downloadDocument', { params: { documentId } })}
            pendingLabel="Downloading..."
          >
            Download PDF
          </DownloadLink>
        }
      />
      <div className="max-w-[720px]">
        <Paper document={data} />
      </div>
    </>
  );
}
