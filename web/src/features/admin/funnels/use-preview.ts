import type { Mapping } from '@desk/contracts/leads/held-posts.schemas';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';
import { toPreviewed } from './mapping-draft';

const PAUSE_MS = 300;

/** Returns the value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A held post, or a pasted request. */
export type Sample = { readonly postId: string } | { readonly postId?: never; readonly sample: string };

/** Reads a sample by a draft of a mapping, and keeps the last reading of the sample until the next one arrives. */
export function usePreview(funnelId: string, draft: Mapping, sample: Sample | null) {
  const wanted = sample === null ? null : JSON.stringify({ mapping: toPreviewed(draft), ...sample });
  const sent = useSettled(wanted);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: routeKey('previewMapping', funnelId, sent),
    queryFn:
      sent === null
        ? skipToken
        : async () => {
            const body = JSON.parse(sent) as RouteBody<'previewMapping'>;
            const reading = await callRoute('previewMapping', { params: { funnelId }, body });
            return { reading, mapping: body.mapping, postId: body.postId };
          },
    gcTime: 0,
  });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? last;
  return {
    data: sample !== null && shown?.postId === sample.postId ? shown : undefined,
    error,
    isFetching,
    refetch,
    isStale: wanted !== sent || isFetching,
  };
}
