import type { DocumentAnswer } from '@desk/contracts/billing/documents.routes';
import {
  type DocumentKind,
  documentLabels,
  formatDocumentNumber,
} from '@desk/contracts/billing/documents.values';
import { formatAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { Card } from '@/components/ui/card';
import { DownloadLink } from '@/components/ui/download-link';
import { Facts } from '@/components/ui/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { routeFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';

const wordings: Readonly<Record<DocumentKind, { time: string; total: string }>> = {
  receipt: { time: 'Paid', total: 'Total paid' },
  'credit-note': { time: 'Refunded', total: 'Total refunded' },
  reversal: { time: 'Refund failed', total: 'Total reversed' },
};

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
    <Card className="max-w-[720px]">
      <div className="grid gap-6 border-b border-line pb-6 sm:grid-cols-2">
        <Party
          title={business.name}
          lines={[...business.addressLines, business.taxId && `Tax ID ${business.taxId}`]}
        />
        <Party title="Billed to" lines={[billedTo.companyName, billedTo.name]} />
      </div>
      <Facts
        className="py-6 sm:gap-y-4"
        facts={[
          [time, formatDateTime(document.occurredAt)],
          receiptNumber === null
            ? null
            : ['For receipt', formatDocumentNumber({ kind: 'receipt', number: receiptNumber })],
          ['Payment ID', document.stripePaymentIntentId],
          [
            'Lead',
            <Link
              key="lead"
              to={`/leads/${document.leadId}`}
              className="link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
            >
              {document.leadId}
            </Link>,
          ],
        ]}
      />
      <dl className="tabular border-t border-line pt-4">
        <div className="flex justify-between gap-4 text-lg font-semibold">
          <dt>{total}</dt>
          <dd>{formatAmount(document.amountCents)}</dd>
        </div>
      </dl>
    </Card>
  );
}

const ReceiptPage = ({ id }: { id: string }) => (
  <DetailPage
    query={useQuery(routeQuery('getDocument', { params: { documentId: id } }))}
    noun="receipt"
    back={{ to: '/settings?tab=billing', label: 'Billing' }}
    title={(document) => `${documentLabels[document.kind]} ${formatDocumentNumber(document)}`}
    actions={() => (
      <DownloadLink
        file={routeFile('downloadDocument', { params: { documentId: id } })}
        pendingLabel="Downloading..."
      >
        Download PDF
      </DownloadLink>
    )}
    skeleton={<Skeleton className="h-[360px] max-w-[720px]" />}
  >
    {(document) => <Paper document={document} />}
  </DetailPage>
);

export const Component = withParam('documentId', ReceiptPage);
