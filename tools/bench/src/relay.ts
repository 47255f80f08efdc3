/** The baseline: a bare Socket.IO relay without tokens, validation, rate limits or database. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { transports: ['websocket'] });

io.on('connection', (socket) => {
  // The bench's tokens for the relay are `relay:<id>`.
  const id = Number(String(socket.handshake.auth.token).split(':')[1]);
  void socket.join(`u:${id}`);
  socket.on(
    'message:send',
    (message: { receiver_id: number; content: string }, acknowledge: (answer: unknown) => void) => {
      io.to(`u:${message.receiver_id}`).emit('message:new', { sender_id: id, content: message.content });
      acknowledge({ ok: true });
    },
  );
});

http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => process.exit(0));
