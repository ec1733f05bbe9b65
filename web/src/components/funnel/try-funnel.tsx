import type { AcceptedLeadAnswer } from '@desk/contracts/leads/leads.http';
import { exampleLead } from '@desk/contracts/leads/ingest-examples';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { describeInput, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { ApiError, getErrorMessage, type RouteBody, UNREACHABLE } from '@/lib/api-client';

const randomDigits = (): string => String(Math.floor(Math.random() * 10_000)).padStart(4, '0');

/** The example with another mailbox and phone, because somebody may have posted the example itself. */
const toSample = (): string =>
  JSON.stringify(
    {
      ...exampleLead,
      email: exampleLead.email.replace('@', `.${randomDigits()}@`),
      phone: `${exampleLead.phone.slice(0, -4)}${randomDigits()}`,
    },
    null,
    2,
  );

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.problem
    ? JSON.stringify(error.problem, null, 2)
    : getErrorMessage(error, UNREACHABLE);

/** Posts a lead in test mode, whatever the funnel's mode is, and shows the answer as the funnel would get it. */
export function TryFunnel({
  post,
}: {
  /** Accepts any JSON, because the page shows what the server says about it. */
  post: (lead: RouteBody<'tryFunnel'>) => Promise<AcceptedLeadAnswer>;
}) {
  const id = useId();
  const tryFunnel = useMutation({ mutationFn: post });
  const [text, setText] = useState(toSample);
  const [isMalformed, setMalformed] = useState(false);
  const error = isMalformed ? 'Enter a JSON object' : undefined;
  const onSubmit = () => {
    const lead = parseObject(text);
    setMalformed(lead === null);
    if (lead !== null) tryFunnel.mutate(lead);
  };
  return (
    <Card title="Try it" description="Runs every check of a real post. Nothing is stored, sold or charged.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <FieldFrame id={id} label="Lead as JSON" error={error}>
          <textarea
            {...describeInput(id, { error })}
            rows={12}
            spellCheck={false}
            value={text}
            className={`${inputClasses} font-mono text-[13px] leading-5`}
            onChange={({ target }) => setText(target.value)}
          />
        </FieldFrame>
        <div className="flex flex-wrap gap-3">
          <PendingButton type="submit" isPending={tryFunnel.isPending} pendingLabel="Posting...">
            Post in test mode
          </PendingButton>
          <Button variant="secondary" onClick={() => setText(toSample())}>
            New sample
          </Button>
        </div>
        <output aria-label="Answer" className="block empty:hidden">
          {tryFunnel.isSuccess || tryFunnel.isError ? (
            <pre className="overflow-x-auto rounded-control bg-sunken p-4 font-mono text-[13px] leading-5 whitespace-pre-wrap wrap-anywhere">
              {tryFunnel.isSuccess
                ? JSON.stringify(tryFunnel.data, null, 2)
                : describeFailure(tryFunnel.error)}
            </pre>
          ) : null}
        </output>
      </form>
    </Card>
  );
}
