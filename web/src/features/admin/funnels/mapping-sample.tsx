import type { HeldPost, Mapping } from '@desk/contracts/leads/held-posts.schemas';
import { POST_SAMPLE_MAX } from '@desk/contracts/leads/held-posts.values';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { describeInput, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { Select } from '@/components/ui/select';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { routeKey } from '@/lib/route-query';
import { describeFault } from '../held-posts/held-post-labels';
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

/** Reads a sample with a draft of a mapping. Keeps the last reading of the sample until the next one arrives. */
export function usePreview(funnelId: string, draft: Mapping, sample: Sample | null) {
  const current = sample === null ? null : JSON.stringify({ mapping: toPreviewed(draft), ...sample });
  const sent = useSettled(current);
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
    isStale: current !== sent || isFetching,
  };
}

export const PASTE = 'paste';

const toLabel = ({ receivedAt, faults: [fault], detail }: HeldPost): string =>
  `${formatDateTime(receivedAt)}: ${fault === undefined ? detail : describeFault(fault)}`;

interface ChooseSampleProps {
  posts: readonly HeldPost[];
  /** Id of a post, or `PASTE`. */
  chosen: string;
  onChoose: (chosen: string) => void;
  pasted: string;
  onPaste: (text: string) => void;
}

export function ChooseSample({ posts, chosen, onChoose, pasted, onPaste }: ChooseSampleProps) {
  const id = useId();
  const hint = 'JSON, a form or XML, as the tool posts it.';
  const isListed = chosen === PASTE || posts.some((post) => post.id === chosen);
  const error =
    pasted.length > POST_SAMPLE_MAX ? `Paste at most ${formatCount(POST_SAMPLE_MAX)} characters` : undefined;
  return (
    <div className="grid gap-4">
      <Select
        label="Sample"
        value={chosen}
        options={[
          ...(isListed ? [] : [{ value: chosen, label: 'The post that you came from' }]),
          ...posts.map((post) => ({ value: post.id, label: toLabel(post) })),
          { value: PASTE, label: 'Paste a request' },
        ]}
        onChange={onChoose}
      />
      {chosen === PASTE ? (
        <FieldFrame id={id} label="Request body" hint={hint} error={error}>
          <textarea
            {...describeInput(id, { hint, error })}
            rows={8}
            spellCheck={false}
            value={pasted}
            className={`${inputClasses} resize-y font-mono text-[13px] leading-5`}
            onChange={({ target }) => onPaste(target.value)}
          />
        </FieldFrame>
      ) : null}
    </div>
  );
}
