import { type ComponentProps, useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/dialog';
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

interface DialogButtonsProps {
  isPending: boolean;
  pendingLabel: string;
  /** Whether something outside of the form has yet to be chosen. */
  isIncomplete?: boolean;
  /** On the button that submits. */
  children: string;
}

/** The end of a form in a dialog: cancels or submits it. */
export const DialogButtons = ({ isIncomplete = false, ...submit }: DialogButtonsProps) => (
  <div className="flex flex-wrap justify-end gap-3">
    <CancelButton />
    <PendingButton type="submit" disabled={isIncomplete} {...submit} />
  </div>
);

type FormProps<V extends Values> = ComponentProps<typeof DialogForm<V>>;

interface FormActionProps<V extends Values>
  extends
    Pick<FormProps<V>, 'initialValues' | 'schema' | 'getMessage' | 'children'>,
    Pick<DialogButtonsProps, 'pendingLabel' | 'isIncomplete'> {
  /** On the button that opens the dialog. */
  label: string;
  /** How that button looks and what it is called, unless it is a secondary one called by its label. */
  button?: ComponentProps<typeof Button>;
  title: string;
  description: string;
  /** On the button that submits, unless it is `label`. */
  submitLabel?: string;
  /** Shown after a failure for which the server gives no sentence. */
  failure?: string;
  onOpen?: () => void;
  /** Sends what was filled in. The dialog closes once it has succeeded. */
  mutation: { readonly isPending: boolean; readonly mutateAsync: (values: V) => Promise<unknown> };
}

/** A button for an action that asks for something, and the dialog that asks for it. */
export function FormAction<V extends Values>({
  label,
  button,
  title,
  description,
  submitLabel = label,
  pendingLabel,
  isIncomplete = false,
  failure = UNREACHABLE,
  getMessage = (error) => getErrorMessage(error, failure),
  onOpen,
  mutation,
  children,
  ...form
}: FormActionProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={open}>
        {label}
      </Button>
      <FormDialog isOpen={isOpen} onClose={close} title={title} description={description}>
        <DialogForm<V>
          {...form}
          className="grid gap-4"
          getMessage={getMessage}
          onSubmit={async (values) => {
            await mutation.mutateAsync(values);
            close();
          }}
        >
          {children}
          <DialogButtons
            isPending={mutation.isPending}
            pendingLabel={pendingLabel}
            isIncomplete={isIncomplete}
          >
            {submitLabel}
          </DialogButtons>
        </DialogForm>
      </FormDialog>
    </>
  );
}
