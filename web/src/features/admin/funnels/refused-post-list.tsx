import { MAX_REFUSED_POSTS } from '@desk/contracts/leads/funnels.values';
import type { RefusedPost } from '@desk/contracts/leads/funnel-report.schemas';
import { type PostedFieldName, postedFieldNames } from '@desk/contracts/leads/lead-fields';
import { useState } from 'react';
import { reasonLabels } from '@/components/funnel/funnel-counts';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { choice, cursor } from '@/components/list/list-params';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useEditedQuery, useListQuery } from '../queries';
import { postedFieldLabels } from './posted-fields';

const fieldLabels = Object.fromEntries(
  postedFieldNames.map((field) => [field, postedFieldLabels[field]]),
) as Record<PostedFieldName, string>;

const toRefusedPostList = (funnelId: string) =>
  defineList({
    one: 'refused post',
    sorted: 'newest first',
    params: {
      reason: choice('Reason', reasonLabels, { className: 'w-72' }),
      field: choice('Field', fieldLabels, { className: 'w-60' }),
      after: cursor,
    },
    useData: (query) => useListQuery('listRefusedPosts', { params: { funnelId }, query }),
    rows: ({ posts }): readonly RefusedPost[] => posts,
    columns: [
      { header: 'Refused', role: 'name', noWrap: true, cell: ({ refusedAt }) => formatDateTime(refusedAt) },
      { header: 'Reason', className: 'min-w-44', cell: ({ reason }) => reasonLabels[reason] },
      {
        header: 'Fields',
        className: 'min-w-44 wrap-anywhere',
        cell: ({ fields }) => fields.map((field) => fieldLabels[field]).join(', ') || '-',
      },
    ],
    minTableWidthPx: 620,
    empty: ({ reason, field }) =>
      reason === null && field === null
        ? { title: 'No refused posts', description: 'Refused posts appear here within seconds.' }
        : null,
  });

function RefusedPostsPage({ id }: { id: string }) {
  const funnel = useEditedQuery('getFunnel', { params: { funnelId: id } });
  const [list] = useState(() => toRefusedPostList(id));
  return (
    <DetailPage
      query={funnel}
      noun="funnel"
      back={{ to: `/admin/funnels/${id}`, label: funnel.data?.name ?? 'Funnel' }}
      title={() => 'Refused Posts'}
      description={() =>
        `When and why posts were refused. What was posted is not kept. The newest ${formatCount(MAX_REFUSED_POSTS)} are listed for a limited time, and only some of them if many are refused within seconds, so the report can count more.`
      }
      skeleton={<Skeleton className="h-[640px]" />}
    >
      {() => <List of={list} />}
    </DetailPage>
  );
}

export const Component = withParam('funnelId', RefusedPostsPage);
