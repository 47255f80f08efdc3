/** A VAPID key pair (RFC 8292), base64url. */
export interface WebPushKeys {
  publicKey: string;
  privateKey: string;
}
