export const deliveryStates = ['queued', 'sent', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const channelKinds = ['email', 'sms', 'slack', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];
