/** Ties encrypted settings to their channel: see `DataCipher`. */
export const toSettingsPurpose = (channelId: string): string => `channels.settings ${channelId}`;
