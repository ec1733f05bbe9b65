import type { Connection } from '@desk/contracts/leads/connections.schemas';
import {
  type ConnectedTool,
  connectedToolFacts,
  type ConnectionField,
} from '@desk/contracts/leads/connections.values';
import { NumberField, PasswordField } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import type { RouteBody } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';
import { rowButton } from '../columns';

interface FormTexts {
  /** What has to be done in the tool. */
  readonly firstTime: string;
  /** Where to find each field. */
  readonly hints: Readonly<Partial<Record<ConnectionField['name'], string>>>;
}

const formTexts: Readonly<Record<ConnectedTool, FormTexts>> = {
  meta: {
    firstTime:
      "Once it is saved, subscribe the app's webhook to leadgen of the Page, with the private address as its callback. Any verify token is accepted.",
    hints: {
      secret: "In Meta's App Dashboard, under App settings, Basic.",
      pageId: 'On the Page, under About, Page transparency.',
      pageToken:
        'A long-lived one with the permissions leads_retrieval, pages_show_list, pages_read_engagement and pages_manage_ads.',
    },
  },
  linkedin: {
    firstTime:
      'Once it is saved, register the private address as a webhook: LinkedIn verifies the address with the secret.',
    hints: { secret: "In LinkedIn's Developer Portal, on the Auth tab of the app." },
  },
  'google-ads': {
    firstTime:
      'Enter the key in the lead form first: as soon as it is saved here, posts without it are refused.',
    hints: { secret: "Beside the webhook's URL in the lead form." },
  },
  typeform: {
    firstTime:
      'Enter the secret in Typeform first: as soon as it is saved here, posts that are not signed with it are refused.',
    hints: { secret: "The Secret in the webhook's settings in Typeform." },
  },
};

const schemas = () => import('@desk/contracts/leads/connections.schemas');

interface SaveConnectionProps {
  funnelId: string;
  tool: ConnectedTool;
  /** Undefined until the tool is connected. */
  connection: Connection | undefined;
}

/** Connects a tool or changes its connection. The server asks for a proof of identity if the last one is too old. */
export function SaveConnection({ funnelId, tool, connection }: SaveConnectionProps) {
  const { name: toolName, fields } = connectedToolFacts[tool];
  const { firstTime, hints } = formTexts[tool];
  const save = useRouteMutation('saveConnection', {
    params: { funnelId },
    // Pending until the connection is shown.
    onSuccess: useRefresh('getConnections'),
    success: {
      title: 'Connection saved',
      description: `Posts of ${toolName} are checked from now on.`,
    },
  });
  const isNew = connection === undefined;
  // If there is only one field, a change must fill it in.
  const mayLeaveOut = !isNew && fields.length > 1;
  const describeField = ({ name }: ConnectionField) =>
    [hints[name], mayLeaveOut && 'Leave empty to keep the saved one.'].filter(Boolean).join(' ');
  const schema = async () => {
    const { connectionBody, newConnectionBody } = await schemas();
    return mayLeaveOut ? connectionBody : newConnectionBody(tool);
  };
  return (
    <FormAction<RouteBody<'saveConnection'>>
      label={isNew ? 'Connect' : 'Change'}
      button={{ className: rowButton, 'aria-label': `${isNew ? 'Connect' : 'Change'} ${toolName}` }}
      title={isNew ? `Connect ${toolName}` : `Change the connection with ${toolName}`}
      description={
        isNew ? firstTime : 'Saved secrets are not shown again. Posts with a replaced one are refused.'
      }
      initialValues={{ tool, ...Object.fromEntries(fields.map(({ name }) => [name, ''])) }}
      schema={schema}
      submitLabel="Save"
      pendingLabel="Saving..."
      failure="Failed to save the connection. Please try again."
      mutation={save}
    >
      {fields.map((field) => {
        const { name, label } = field;
        const Input = name === 'pageId' ? NumberField : PasswordField;
        return (
          <Input
            key={name}
            name={name}
            label={label}
            hint={describeField(field)}
            autoComplete="off"
            spellCheck={false}
          />
        );
      })}
    </FormAction>
  );
}
