/** The settings that sending by Twilio needs; types only. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or the id of a messaging service (MG…). */
  readonly from: string;
  /** In place of https://api.twilio.com. */
  readonly apiUrl?: string;
}
