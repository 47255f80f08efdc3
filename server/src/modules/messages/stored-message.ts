/** A committed message, as the writer hands it on. */
export interface StoredMessage {
  id: number;
  seq: number;
  client_id: string | null;
  sender_id: number;
  receiver_id: number;
  content: string;
  created_at: Date;
  sender_name: string;
  /** The socket that sent it and so needs no push; null over REST. */
  origin: string | null;
  /** The wire shape as JSON, made once for the answer and for every push. */
  json: string;
}
