"use strict";
const SAYS = {/* what it says */};
(async () => {
  const say = (code, values = {}) => SAYS[code].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const list = document.getElementById("checks");
  const bytes = (text) => new TextEncoder().encode(text);
  const unhex = (text) => Uint8Array.from(text.replace(/ /g, "").match(/../g) || [], (pair) => parseInt(pair, 16));
  const unbase = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const hex = (data) => Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
  const join = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
    return whole;
  };
  const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
  const signed = async (key, signature, data) => {
    const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", known, signature, data);
  };
  const eventHash = async ({ label, salt, data, digest, hash }) => {
    if (!label) return unbase(hash);
    const [stream, kind] = [bytes(label.stream), bytes(label.kind)];
    const numbers = new DataView(new ArrayBuffer(40));
    [label.position, label.version, label.schema, label.recorded].forEach((value, place) =>
      numbers.setBigInt64(place * 8, BigInt(value)));
    numbers.setInt32(32, stream.length);
    numbers.setInt32(36, kind.length);
    const content = data == null ? unbase(digest) : await sha(unbase(salt), bytes(data));
    return sha(new Uint8Array(numbers.buffer), stream, kind, content);
  };
  const leaf = async (append) =>
    sha(Uint8Array.of(0), bytes("pitboss append 1\n"), ...(await Promise.all(append.events.map(eventHash))));
  const rootOf = async (leaves, size, hashes) => {
    const rest = hashes.map(unbase);
    const places = [...leaves.keys()];
    const walk = async (first, end) => {
      if (!places.some((place) => first <= place && place < end)) {
        if (!rest.length) throw new RangeError("a hash is missing");
        return rest.shift();
      }
      if (end - first === 1) return leaves.get(first);
      let half = 1;
      while (half * 2 < end - first) half *= 2;
      const left = await walk(first, first + half);
      return sha(Uint8Array.of(1), left, await walk(first + half, end));
    };
    const root = await walk(0, size);
    if (rest.length) throw new RangeError("a hash is left over");
    return hex(root);
  };
  const takeApart = (note) => {
    const end = note.lastIndexOf("\n\n");
    const text = note.slice(0, end + 1);
    const [origin, size, root] = text.split("\n");
    const signatures = note.slice(end + 2).trimEnd().split("\n").map((line) => {
      const [, name, value] = line.split(" ");
      const content = unbase(value);
      return { name, id: hex(content.slice(0, 4)), value: content.slice(4) };
    });
    return { text, origin, size: Number(size), root: hex(unbase(root)), signatures };
  };
  const keyId = async (name, algorithm, key) =>
    hex((await sha(bytes(`${name}\n`), Uint8Array.of(algorithm), key)).slice(0, 4));
  const readKey = (text) => {
    const [name, id, content] = text.split(/\+([0-9a-f]{8})\+/);
    return { name, id, algorithm: unbase(content)[0], key: unbase(content).slice(1) };
  };
  const signedBy = async (note, { name, id, algorithm, key }) => {
    if ((await keyId(name, algorithm, key)) !== id) return false;
    const own = note.signatures.filter((one) => one.name === name && one.id === id);
    const good = await Promise.all(own.map(({ value }) => {
      if (algorithm === 1) return signed(key, value, bytes(note.text));
      const time = new DataView(value.buffer).getBigUint64(0);
      return signed(key, value.slice(8), bytes(`cosignature/v1\ntime ${time}\n${note.text}`));
    }));
    return good.length > 0 && good.every(Boolean);
  };
  const parsed = () => document.readyState !== "loading" ? null :
    new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  const grouped = (text) => text.match(/.{8}/g).join(" ");
  const pageIsAsSigned = async (data, key, signature, expected) => {
    const digest = grouped(hex(await sha(bytes(data))));
    const rows = [[say("data"), "digest", digest], [say("key"), "key", key], [say("signature"), "signature", signature]]
      .map(([name, place, value]) => `<dt>${name}</dt>\n<dd id="${place}">${value}</dd>\n`).join("");
    const block = `<dl class="seal">\n${rows}</dl>\n<script type="application/json" id="record">${data}</${"script"}>`;
    const parts = shown.split(block);
    return parts.length === 2 && hex(await sha(bytes(parts.join(`<!${"--the signed data--"}>`)))) === expected;
  };
  await parsed();
  const shown = [...document.childNodes].map((node) =>
    node.nodeType === 10 ? "<!DOCTYPE html>\n" : node.nodeType === 1 ? node.outerHTML : "<!---->").join("");
  const found = [];
  const check = async (text, test, counts = true) => {
    let holds = false;
    try { holds = await test(); } catch (fault) { if (fault.name === "NotSupportedError") throw fault; }
    found.push([text, holds, counts]);
  };
  try {
    const text = document.getElementById("record").textContent;
    const record = JSON.parse(text);
    const key = unhex(record.key);
    const signature = unhex(document.getElementById("signature").textContent);
    await check(say("check_data"), () =>
      signed(key, signature, bytes("pitboss dispute 3\n" + text)));
    await check(say("check_page"), () =>
      pageIsAsSigned(text, record.key, document.getElementById("signature").textContent, record.page));
    const { appends, hashes, note } = record.proof;
    if (note != null) {
      const point = takeApart(note);
      const counts = { appends: appends.length, hashes: hashes.length, size: point.size };
      await check(say("check_root", counts), async () => {
        const numbers = appends.map((append) => append.number);
        const grows = numbers.every((number, place) => !place || numbers[place - 1] < number);
        if (!grows || numbers.at(-1) > point.size) return false;
        const leaves = new Map();
        for (const append of appends) leaves.set(append.number - 1, await leaf(append));
        return (await rootOf(leaves, point.size, hashes)) === point.root;
      });
      const log = readKey(record.proof.key);
      const same = hex(log.key) === hex(key);
      await check(say(same ? "check_same" : "check_other", { log: point.origin }), async () =>
        log.algorithm === 1 && log.name === point.origin && signedBy(point, log), same);
      for (const witness of record.witnesses.map(readKey)) {
        if (point.signatures.some((one) => one.name === witness.name && one.id === witness.id))
          await check(say("check_witness", { witness: witness.name }), async () =>
            witness.algorithm === 4 && signedBy(point, witness));
      }
    }
  } catch (fault) {
    return;
  }
  list.replaceChildren(...found.map(([text, holds, counts]) => {
    const item = document.createElement("li");
    item.className = !holds ? "bad" : counts ? "ok" : "open";
    item.textContent = holds ? text : say("check_fails", { check: text });
    return item;
  }));
  const note = document.createElement("li");
  note.textContent = say("check_limits");
  list.append(note);
})();
