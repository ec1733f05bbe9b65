import { ADMIN_REASON_MAX } from '@desk/contracts/accounts/user-administration.values';
import { useField } from 'formik';
import { type RefObject, useRef, useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { notify } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import { ApiError, getErrorMessage } from '@/lib/api-client';
import type { AdminUser } from '../../api/users';
import { useDecide } from '../../api/waiting-leads';
import { explainObstacle } from '../../lib/describe-obstacle';
import { formatName } from '../../lib/labels';
import { ChooseAgent } from './choose-agent';

const FAILURE = 'The lead could not be re-routed. Please try again.';
const schema = async () =>
  (await import('@desk/contracts/leads/waiting-leads.http')).rerouteLeadBody
    .omit(['key', 'buyerId'])
    .noUnknown();

const getMessage = (error: unknown): string => {
  const problem = error instanceof ApiError ? (error.problem as { obstacle?: string } | null) : null;
  return explainObstacle(problem?.obstacle) ?? getErrorMessage(error, FAILURE);
};

function OverrideField() {
  const [{ value }, , { setValue }] = useField<boolean>('overrideFilters');
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-brand"
        checked={value}
        onChange={({ target }) => void setValue(target.checked)}
      />
      <span>
        <span className="block font-semibold">Offer it against the agent's filters</span>
        <span className="text-muted">
          For lead types, assets and ages only. States, pause, limits, hours and the card always hold.
        </span>
      </span>
    </label>
  );
}

interface RerouteLeadProps {
  leadId: string;
  /** Gets the focus afterwards, because the button goes away. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Offers a waiting lead to a chosen agent, after asking for a reason. */
export function RerouteLead({ leadId, focusAfterwards }: RerouteLeadProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [agent, setAgent] = useState<AdminUser | null>(null);
  const [key, setKey] = useState('');
  const focusTarget = useRef<HTMLElement | null>(null);
  const decide = useDecide(leadId);
  return (
    <>
      <Button
        variant="secondary"
        onClick={(event) => {
          focusTarget.current = event.currentTarget;
          setAgent(null);
          setKey(crypto.randomUUID());
          setIsOpen(true);
        }}
      >
        Re-route
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Re-route this lead"
        description="The agent you choose is charged, and gets the lead like any other."
        returnFocusTo={focusTarget}
      >
        <DialogForm<{ overrideFilters: boolean; reason: string }>
          initialValues={{ overrideFilters: false, reason: '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={getMessage}
          onSubmit={async ({ overrideFilters, reason }) => {
            if (agent === null) return;
            await decide.mutateAsync({ key, buyerId: agent.id, overrideFilters, reason: reason.trim() });
            focusTarget.current = focusAfterwards.current;
            setIsOpen(false);
            notify({ title: 'Lead re-routed', description: `It is offered to ${formatName(agent)}.` });
          }}
        >
          <ChooseAgent
            chosen={agent}
            onChoose={(chosen) => {
              setAgent(chosen);
              setKey(crypto.randomUUID());
            }}
          />
          <OverrideField />
          <Field
            name="reason"
            label="Reason"
            hint="Only administrators read it."
            maxLength={ADMIN_REASON_MAX}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <PendingButton
              type="submit"
              disabled={agent === null}
              isPending={decide.isPending}
              pendingLabel="Re-routing..."
            >
              Re-route
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
