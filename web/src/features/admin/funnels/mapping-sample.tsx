import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import { POST_SAMPLE_MAX } from '@desk/contracts/leads/held-posts.values';
import { useId } from 'react';
import { FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { Select } from '@/components/ui/select';
import { formatDateTime } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { describeFault } from '../held-posts/held-post-labels';

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
        <FieldFrame
          id={id}
          label="Request body"
          hint="JSON, a form or XML, as the tool posts it."
          error={error}
        >
          <textarea
            id={id}
            rows={8}
            spellCheck={false}
            value={pasted}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
            className={`${inputClasses} resize-y font-mono text-[13px] leading-5`}
            onChange={({ target }) => onPaste(target.value)}
          />
        </FieldFrame>
      ) : null}
    </div>
  );
}
