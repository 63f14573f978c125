import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** Servers of one test on 127.0.0.1, each on a port of its own, closed together with what hangs on them. */
export class TestServers {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  /** Starts one and answers with its port. */
  async listen(server: Server): Promise<number> {
    this.#servers.push(server);
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return (server.address() as AddressInfo).port;
  }

  /** A port where nobody listens. */
  async deadPort(): Promise<number> {
    const server = net.createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    return port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers.splice(0)) server.close();
  }
}

/** An identity provider whose keys a test holds, and which counts how often they are asked for. */
export interface TestIssuer {
  readonly url: string;
  readonly keyRequests: () => number;
  /** Answers with 500 from now on, or properly again. */
  readonly breakDown: (broken: boolean) => void;
  readonly publicJwk: Record<string, unknown>;
  readonly sign: (claims: JWTPayload, header?: Record<string, unknown>) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid: "issuer-1", alg: "ES256", use: "sig" };
  let requests = 0;
  let broken = false;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(broken ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: [publicJwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keyRequests: () => requests,
    breakDown: (value) => {
      broken = value;
    },
    publicJwk,
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "issuer-1", ...header })
        .sign(privateKey),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Issues X.509 certificates for tests: Node can read them but not make them. Only as much DER as
 * that takes (ITU-T X.690, RFC 5280): P-256 keys, ECDSA with SHA-256, names as CN and SAN.
 */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  readonly keyObject: KeyObject;
  /** DER of the SubjectPublicKeyInfo, whose SHA-256 a pin holds. */
  readonly spki: Buffer;
}

export interface CertificateRequest {
  readonly commonName: string;
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  /** Default: itself. */
  readonly issuer?: { readonly certificate: TestCertificate; readonly commonName: string };
  readonly isAuthority?: boolean;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const OID = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  basicConstraints: "551d13",
  subjectAltName: "551d11",
};

const DAY_MS = 86_400_000;
let serial = 1;

export function issueCertificate(request: CertificateRequest): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const body = sequence(
    tag(0xa0, integer(2)),
    integer(++serial),
    sequence(oid(OID.ecdsaWithSha256)),
    nameOf(request.issuer?.commonName ?? request.commonName),
    sequence(
      utcTime(request.notBefore ?? new Date(Date.now() - DAY_MS)),
      utcTime(request.notAfter ?? new Date(Date.now() + DAY_MS)),
    ),
    nameOf(request.commonName),
    spki,
    tag(0xa3, sequence(...extensions(request))),
  );
  const signature = sign("sha256", body, request.issuer?.certificate.keyObject ?? privateKey);
  const der = sequence(body, sequence(oid(OID.ecdsaWithSha256)), bitString(signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: new X509Certificate(der).toString(),
    keyObject: privateKey,
    spki,
  };
}

function extensions(request: CertificateRequest): Buffer[] {
  const authority = request.isAuthority === true ? [tag(0x01, Buffer.from([0xff]))] : [];
  const names = [
    ...(request.dnsNames ?? []).map((name) => tag(0x82, Buffer.from(name, "ascii"))),
    ...(request.ipAddresses ?? []).map((ip) => tag(0x87, Buffer.from(ip.split(".").map(Number)))),
  ];
  const constraints = extension(OID.basicConstraints, sequence(...authority));
  return names.length === 0
    ? [constraints]
    : [constraints, extension(OID.subjectAltName, sequence(...names))];
}

const extension = (id: string, value: Buffer) => sequence(oid(id), tag(0x04, value));
const nameOf = (commonName: string) =>
  sequence(tag(0x31, sequence(oid(OID.commonName), tag(0x0c, Buffer.from(commonName)))));
const sequence = (...parts: Buffer[]) => tag(0x30, Buffer.concat(parts));
const oid = (hex: string) => tag(0x06, Buffer.from(hex, "hex"));
const bitString = (bytes: Buffer) => tag(0x03, Buffer.concat([Buffer.from([0]), bytes]));

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return tag(0x02, (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "").slice(2, 14);
  return tag(0x17, Buffer.from(`${digits}Z`, "ascii"));
}

function tag(type: number, content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.concat([Buffer.from([type, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(4, "0"), "hex");
  return Buffer.concat([Buffer.from([type, 0x82]), length, content]);
}
