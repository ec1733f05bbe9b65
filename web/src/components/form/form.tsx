import { Formik, type FormikHelpers, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Schema } from 'yup';
import { notifyError, toastStore } from '@/components/toast/toast-store';
import { refusedFields, sentenceOf, UNREACHABLE } from '@/lib/api-client';

type Values = Record<string, unknown>;

interface FormProps<V extends Values> {
  initialValues: V;
  /** Brings the schema and the validator; called when the visitor turns to the form, not with the page. */
  schema: () => Promise<Schema>;
  /** When it throws: the notice is the server's sentence, else this one, or is given there. Refused fields are marked. */
  failure?: string;
  onFailure?: (error: unknown) => void;
  onSubmit: (values: V, helpers: FormikHelpers<V>) => Promise<void> | void;
  children: ReactNode;
  className?: string;
}

const loadValidator = () => import('@/lib/validation');

/** Validates on submit, then on change; puts the focus on the first wrong field. */
export function Form<V extends Values>({
  initialValues,
  schema,
  failure,
  onFailure,
  onSubmit,
  ...rest
}: FormProps<V>) {
  const hasSubmitted = useRef(false);
  const validate = async (values: V) => {
    const [{ fieldErrors }, rules] = await Promise.all([loadValidator(), schema()]);
    return fieldErrors(rules, values);
  };
  const submit = async (values: V, helpers: FormikHelpers<V>) => {
    try {
      await onSubmit(values, helpers);
    } catch (error) {
      if (onFailure) onFailure(error);
      else notifyError(sentenceOf(error, failure ?? UNREACHABLE));
      for (const { field, message } of refusedFields(error))
        if (field in values) helpers.setFieldError(field, message);
    }
  };
  return (
    <Formik
      initialValues={initialValues}
      validate={(values) => (hasSubmitted.current ? validate(values) : {})}
      validateOnBlur={false}
      onSubmit={submit}
    >
      <FormElement
        prepare={() => {
          void Promise.all([loadValidator(), schema()]).catch(() => undefined);
        }}
        beforeSubmit={() => {
          hasSubmitted.current = true;
          toastStore.dismissAll();
        }}
        {...rest}
      />
    </Formik>
  );
}

interface ElementProps {
  className?: string | undefined;
  children: ReactNode;
  prepare: () => void;
  beforeSubmit: () => void;
}

function FormElement({ className, children, prepare, beforeSubmit }: ElementProps) {
  const { submitForm, errors, submitCount, isSubmitting, isValidating } = useFormikContext<Values>();
  const form = useRef<HTMLFormElement>(null);
  const focusedFor = useRef(0);

  useEffect(() => {
    if (isSubmitting || isValidating || submitCount === focusedFor.current) return;
    focusedFor.current = submitCount;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isSubmitting, isValidating, submitCount, errors]);

  return (
    <form
      ref={form}
      noValidate
      className={className}
      onFocus={prepare}
      onSubmit={(event) => {
        event.preventDefault();
        beforeSubmit();
        submitForm().catch(() =>
          notifyError('The form could not be checked. Please check your connection and try again.'),
        );
      }}
    >
      {children}
    </form>
  );
}
