/** The settings that sending e-mail by a relay needs; types only. */
export interface MailSettings {
  readonly relay: {
    readonly host: string;
    readonly port: number;
    /** TLS from the first byte (`smtps:`); else by STARTTLS where the relay offers it. */
    readonly secure: boolean;
    readonly user: string | null;
    readonly password: string | null;
  };
  /** The address in From, of the relay's own domain: DKIM, SPF and DMARC are the relay's. */
  readonly from: string;
  /** Nothing is sent without TLS; always so in live. */
  readonly requiresTls: boolean;
  /** Where bounces come back to; without it, to `from`. */
  readonly bounceDomain: string | null;
}
