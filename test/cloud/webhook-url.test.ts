import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkWebhookUrl, isPublicAddress, isSameAddress } from "../../lib/cloud/webhook-url.ts";

const problemOf = (url: string, policy = {}) => {
  const check = checkWebhookUrl(url, policy);
  return check.ok ? "accepted" : check.problem;
};

/** Every way we know to write an address or a name that a stranger must not make us call. */
const REFUSED: readonly (readonly [string, string])[] = [
  // Loopback and this host
  ["https://127.0.0.1/", "address"],
  ["https://127.255.255.254/", "address"],
  ["https://127.1/", "address"],
  ["https://127.0.1/", "address"],
  ["https://0.0.0.0/", "address"],
  ["https://0/", "address"],
  ["https://0.1.2.3/", "address"],
  ["https://[::1]/", "address"],
  ["https://[::]/", "address"],
  ["https://[0:0:0:0:0:0:0:1]/", "address"],
  ["https://localhost/", "hostname"],
  ["https://LOCALHOST/", "hostname"],
  ["https://api.localhost/", "hostname"],
  ["https://localhost.localdomain/", "hostname"],
  // Other spellings of numbers
  ["https://2130706433/", "address"],
  ["https://0x7f000001/", "address"],
  ["https://0x7f.0.0.1/", "address"],
  ["https://0x7F.1/", "address"],
  ["https://0177.0.0.1/", "address"],
  ["https://017700000001/", "address"],
  ["https://3232235521/", "address"],
  ["https://0xa9fea9fe/", "address"],
  ["https://2852039166/", "address"],
  ["https://0251.0376.0251.0376/", "address"],
  ["https://%31%32%37.0.0.1/", "address"],
  ["https://①②⑦.⓪.⓪.①/", "address"],
  ["https://127。0。0。1/", "address"],
  ["https://127.0.0.1./", "address"],
  ["https://256.256.256.256/", "not_a_url"],
  ["https://1.2.3.4.5/", "not_a_url"],
  // Private, shared, link-local, metadata
  ["https://10.0.0.1/", "address"],
  ["https://10.255.255.255/", "address"],
  ["https://172.16.0.1/", "address"],
  ["https://172.31.255.255/", "address"],
  ["https://192.168.0.1/", "address"],
  ["https://100.64.0.1/", "address"],
  ["https://169.254.169.254/latest/meta-data/", "address"],
  ["https://169.254.170.2/", "address"],
  ["https://168.63.129.16/", "address"],
  ["https://192.0.0.192/", "address"],
  // Reserved, documentation, benchmarking, multicast, broadcast
  ["https://192.0.2.1/", "address"],
  ["https://192.88.99.1/", "address"],
  ["https://198.18.0.1/", "address"],
  ["https://198.51.100.1/", "address"],
  ["https://203.0.113.1/", "address"],
  ["https://224.0.0.1/", "address"],
  ["https://239.255.255.255/", "address"],
  ["https://240.0.0.1/", "address"],
  ["https://255.255.255.255/", "address"],
  // IPv6: local, and other networks inside it
  ["https://[fe80::1]/", "address"],
  ["https://[fe80::1%25eth0]/", "not_a_url"],
  ["https://[fc00::1]/", "address"],
  ["https://[fd00:ec2::254]/", "address"],
  ["https://[fec0::1]/", "address"],
  ["https://[ff02::1]/", "address"],
  ["https://[::ffff:127.0.0.1]/", "address"],
  ["https://[::ffff:8.8.8.8]/", "address"],
  ["https://[::ffff:a9fe:a9fe]/", "address"],
  ["https://[::127.0.0.1]/", "address"],
  ["https://[::ffff:0:127.0.0.1]/", "address"],
  ["https://[64:ff9b::7f00:1]/", "address"],
  ["https://[64:ff9b::8.8.8.8]/", "address"],
  ["https://[64:ff9b:1::a00:1]/", "address"],
  ["https://[2002:7f00:1::]/", "address"],
  ["https://[2002:808:808::1]/", "address"],
  ["https://[2001::1]/", "address"],
  ["https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", "address"],
  ["https://[2001:db8::1]/", "address"],
  ["https://[2001:2::1]/", "address"],
  ["https://[2001:10::1]/", "address"],
  ["https://[3fff::1]/", "address"],
  ["https://[5f00::1]/", "address"],
  ["https://[100::1]/", "address"],
  ["https://[4000::1]/", "address"],
  ["https://[e000::1]/", "address"],
  // Names that are not public
  ["https://intranet/", "hostname"],
  ["https://db.internal/", "hostname"],
  ["https://metadata.google.internal/", "hostname"],
  ["https://printer.local/", "hostname"],
  ["https://router.home.arpa/", "hostname"],
  ["https://hidden.onion/", "hostname"],
  ["https://nothing.invalid/", "hostname"],
  ["https://example.com./", "hostname"],
  ["https://db.internal./", "hostname"],
  ["https://db.INTERNAL/", "hostname"],
  ["https://db.ｉnternal/", "hostname"],
  ["https://ⓛocalhost/", "hostname"],
  ["https://-example.com/", "hostname"],
  ["https://exa*mple.com/", "hostname"],
  [`https://${"a".repeat(64)}.com/`, "hostname"],
  // Userinfo
  ["https://user@example.com/", "userinfo"],
  ["https://user:secret@example.com/", "userinfo"],
  ["https://:secret@example.com/", "userinfo"],
  ["https://@example.com/", "userinfo"],
  ["https://example.com@127.0.0.1/", "userinfo"],
  ["https://example.com%40@127.0.0.1/", "userinfo"],
  // Ports
  ["https://example.com:80/", "port"],
  ["https://example.com:8443/", "port"],
  ["https://example.com:22/", "port"],
  ["https://example.com:0/", "port"],
  ["https://example.com:65536/", "not_a_url"],
  // Schemes
  ["http://example.com/", "not_https"],
  ["http://127.0.0.1/", "not_https"],
  ["http://localhost:3000/", "not_https"],
  ["file:///etc/passwd", "not_https"],
  ["ftp://example.com/", "not_https"],
  ["gopher://example.com/", "not_https"],
  ["javascript:alert(1)", "not_https"],
  ["data:text/plain,x", "not_https"],
  ["wss://example.com/", "not_https"],
  ["https:example.com", "not_https"],
  ["https:/example.com", "not_https"],
  ["https:///example.com", "not_https"],
  // Not what it looks like
  ["", "not_a_url"],
  ["example.com", "not_a_url"],
  ["//example.com/", "not_a_url"],
  ["https://", "not_a_url"],
  [" https://example.com/", "not_a_url"],
  ["https://example.com/a b", "not_a_url"],
  ["https://exam\tple.com/", "not_a_url"],
  ["https://example.com/\r\nhost: inside", "not_a_url"],
  ["https://example.com/\0", "not_a_url"],
  ["https://example.com\\@127.0.0.1/", "not_a_url"],
  ["https://exa\u00admple.com/", "not_a_url"],
  ["https://example\u200b.com/", "not_a_url"],
  [`https://example.com/${"a".repeat(2048)}`, "too_long"],
];

const ACCEPTED = [
  ["https://example.com", "https://example.com/"],
  ["https://example.com:443/hook?x=1", "https://example.com/hook?x=1"],
  ["HTTPS://Hooks.Example.COM/A", "https://hooks.example.com/A"],
  ["https://example.com/a@b", "https://example.com/a@b"],
  ["https://example.com/?q=a@b", "https://example.com/?q=a@b"],
  ["https://example.com/hook#part", "https://example.com/hook"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
  ["https://internal.example.com/", "https://internal.example.com/"],
] as const;

describe("checkWebhookUrl", () => {
  test.each(REFUSED)("refuses %j as %s", (url, problem) => {
    expect(problemOf(url)).toBe(problem);
  });

  test("the table of refused forms is no shorter than promised", () => {
    expect(new Set(REFUSED.map(([url]) => url)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(ACCEPTED)("accepts %j as %s", (text, canonical) => {
    const check = checkWebhookUrl(text, {});
    expect(check.ok && check.url.href).toBe(canonical);
  });

  test("accepts a port of the allow-list, and no other", () => {
    expect(problemOf("https://example.com:8443/", { extraPorts: [8443] })).toBe("accepted");
    expect(problemOf("https://example.com:8444/", { extraPorts: [8443] })).toBe("port");
    expect(problemOf("https://127.0.0.1:8443/", { extraPorts: [8443] })).toBe("address");
  });

  test("never throws, and what it accepts is https to a public host and stays accepted", () => {
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.domain(),
    );
    const url = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.tuple(host, fc.string()).map(([name, rest]) => `https://${name}/${rest}`),
    );
    fc.assert(
      fc.property(url, (text) => {
        const check = checkWebhookUrl(text, {});
        if (!check.ok) return;
        expect(check.url.protocol).toBe("https:");
        expect(check.url.port).toBe("");
        expect(check.address === null || isPublicAddress(check.address)).toBe(true);
        expect(problemOf(check.url.href)).toBe("accepted");
      }),
    );
  });
});

describe("the local receivers' policy", () => {
  const local = { localReceivers: true };

  test.each(["https://localhost:9000/", "https://127.0.0.1/"])("says how to write %s", (url) => {
    expect(checkWebhookUrl(url, local)).toMatchObject({
      problem: "not_local_http",
      message: expect.stringContaining("http://localhost:PORT/"),
    });
  });

  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1:3000/_local/receiver/a/",
    "http://localhost:3000",
    "http://localhost:65535/?x",
  ])("allows %s", (url) => {
    expect(checkWebhookUrl(url, local)).toMatchObject({
      ok: true,
      address: "127.0.0.1",
      local: true,
    });
  });

  test.each([
    "http://127.1:3000/",
    "http://0x7f.0.0.1/",
    "http://2130706433/",
    "http://127.0.0.2/",
    "http://[::1]:3000/",
    "http://[::ffff:127.0.0.1]/",
    "http://0.0.0.0:3000/",
    "http://localhost./",
    "http://LOCALHOST/",
    "http://api.localhost/",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "http://localhost@example.com/",
    "http://user@127.0.0.1/",
    "http://169.254.169.254/",
    "http://192.168.0.1/",
    "http://example.com/",
    "https://127.0.0.1/",
    "https://localhost/",
  ])("still refuses %s", (url) => {
    expect(checkWebhookUrl(url, local).ok).toBe(false);
  });
});

describe("isPublicAddress", () => {
  test("takes canonical addresses only", () => {
    for (const text of [
      "",
      "8.8.8",
      "134744072",
      "0x8.8.8.8",
      "08.8.8.8",
      "8.8.8.8 ",
      "2606:4700::1%1",
    ]) {
      expect(isPublicAddress(text)).toBe(false);
    }
    expect(isPublicAddress("8.8.8.8")).toBe(true);
    expect(isPublicAddress("2606:4700:0:0:0:0:0:1")).toBe(true);
  });

  test("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isPublicAddress(text) === "boolean"));
  });
});

describe("isSameAddress", () => {
  test("compares addresses, not spellings", () => {
    expect(isSameAddress("2606:4700::1", "2606:4700:0:0:0:0:0:1")).toBe(true);
    expect(isSameAddress("8.8.8.8", "8.8.4.4")).toBe(false);
    expect(isSameAddress("", "")).toBe(false);
  });
});
