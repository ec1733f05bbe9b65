import { type ComponentProps, useState } from 'react';
import { CancelButton, DialogAction, type DialogActionProps, FormDialog } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { Form } from './form';

type Values = Record<string, unknown>;

interface DialogFormProps<V extends Values> extends Omit<ComponentProps<typeof Form<V>>, 'onFailure'> {
  /** Returns what to tell the user about a failure. */
  getMessage?: (error: unknown) => string;
}

/** A form that shows failures itself: while a dialog is open, screen readers do not reach notices outside it. */
export function DialogForm<V extends Values>({
  getMessage = (error) => getErrorMessage(error, UNREACHABLE),
  onSubmit,
  children,
  ...form
}: DialogFormProps<V>) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Form<V>
      className="grid gap-4"
      {...form}
      onFailure={(error) => setFailure(getMessage(error))}
      onSubmit={async (values, helpers) => {
        setFailure(null);
        await onSubmit(values, helpers);
      }}
    >
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      {children}
    </Form>
  );
}

interface MutationFormProps<V extends Values, Answer> extends Omit<DialogFormProps<V>, 'onSubmit'> {
  submitLabel: string;
  pendingLabel: string;
  /** Whether a choice outside of the form is still missing. */
  isIncomplete?: boolean;
  mutation: { readonly isPending: boolean; readonly mutateAsync: (values: V) => Promise<Answer> };
  onDone: (answer: Answer) => void;
}

/** A form in a dialog that sends what was filled in, with its buttons. */
export const MutationForm = <V extends Values, Answer>({
  submitLabel,
  pendingLabel,
  isIncomplete = false,
  mutation,
  onDone,
  children,
  ...form
}: MutationFormProps<V, Answer>) => (
  <DialogForm<V> {...form} onSubmit={async (values) => onDone(await mutation.mutateAsync(values))}>
    {children}
    <div className="flex flex-wrap justify-end gap-3">
      <CancelButton />
      <SubmitButton disabled={isIncomplete} mutation={mutation} pendingLabel={pendingLabel}>
        {submitLabel}
      </SubmitButton>
    </div>
  </DialogForm>
);

interface FormActionProps<V extends Values>
  extends
    Omit<DialogActionProps, 'children'>,
    Omit<MutationFormProps<V, unknown>, 'submitLabel' | 'onDone' | 'fieldOf'> {
  title: string;
  description: string;
  /** Label of the submit button. Defaults to `label`. */
  submitLabel?: string;
  /** Shown after a failure for which the server gives no sentence. */
  failure?: string;
}

/** A button for an action that asks for something, and the dialog that asks for it. It closes after a success. */
export const FormAction = <V extends Values>({
  label,
  button,
  title,
  description,
  submitLabel = label,
  failure = UNREACHABLE,
  getMessage = (error) => getErrorMessage(error, failure),
  onOpen,
  ...form
}: FormActionProps<V>) => (
  <DialogAction label={label} button={button} onOpen={onOpen}>
    {({ isOpen, onClose }) => (
      <FormDialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
        <MutationForm<V, unknown>
          {...form}
          submitLabel={submitLabel}
          getMessage={getMessage}
          onDone={onClose}
        />
      </FormDialog>
    )}
  </DialogAction>
);
