/** A VAPID key pair (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}
