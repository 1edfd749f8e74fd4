"use strict";
(async () => {
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
  const numbers = (event, stream) => {
    const view = new DataView(new ArrayBuffer(40));
    [event.position, event.version, event.schema, event.recorded].forEach((value, place) =>
      view.setBigInt64(place * 8, BigInt(value)));
    view.setInt32(32, bytes(stream).length);
    view.setInt32(36, bytes(event.kind).length);
    return new Uint8Array(view.buffer);
  };
  const chain = async (proof) => {
    let value = unhex(proof.before);
    for (const event of proof.events) {
      const digest = event.data == null ? unhex(event.digest) : await sha(bytes(event.data));
      value = await sha(value, numbers(event, proof.stream), bytes(proof.stream), bytes(event.kind), digest);
      if (hex(value) !== event.hash) return null;
    }
    return value;
  };
  const above = async (leaf, index, count, path) => {
    if (count === 1) return path.length ? null : leaf;
    if (!path.length) return null;
    let middle = 1;
    while (middle * 2 < count) middle *= 2;
    const [below, neighbour] = [path.slice(0, -1), unhex(path[path.length - 1])];
    const own = index < middle
      ? await above(leaf, index, middle, below)
      : await above(leaf, index - middle, count - middle, below);
    const pair = index < middle ? [own, neighbour] : [neighbour, own];
    return own && sha(Uint8Array.of(1), ...pair);
  };
  const root = async (proof, end) => {
    const last = proof.events[proof.events.length - 1];
    const head = bytes(`${proof.stream} ${last.version} ${last.position} `);
    const leaf = await sha(Uint8Array.of(0), head, end);
    const found = await above(leaf, proof.way.index, proof.way.streams, proof.way.path);
    return found && hex(found);
  };
  const found = [];
  const check = async (text, test) => {
    let holds = false;
    try { holds = await test(); } catch (fault) { if (fault.name === "NotSupportedError") throw fault; }
    found.push([text, holds]);
  };
  try {
    const text = document.getElementById("record").textContent;
    const record = JSON.parse(text);
    const signature = unhex(document.getElementById("signature").textContent);
    await check("The signature over the data is that of the key.", () =>
      signed(unhex(record.key), signature, bytes("pitboss dispute 1\n" + text)));
    const point = record.checkpoint == null ? null : JSON.parse(record.checkpoint);
    for (const proof of record.streams) {
      const end = await chain(proof);
      await check(`Every hash of ${proof.stream} follows from the one before it.`, () => end !== null);
      if (proof.way && point && end) {
        await check(`${proof.stream} leads to the root of checkpoint ${point.number}.`, async () =>
          proof.way.streams === point.streams && (await root(proof, end)) === hex(unbase(point.root)));
      }
    }
    if (point) {
      const body = record.checkpoint.replace(/"signature":"[^"]*"/, '"signature":""');
      await check(`Checkpoint ${point.number} is signed by the key it names.`, () =>
        signed(unbase(point.key), unbase(point.signature), bytes("pitboss checkpoint 1\n" + body)));
    }
  } catch (fault) {
    return;
  }
  list.replaceChildren(...found.map(([text, holds]) => {
    const item = document.createElement("li");
    item.className = holds ? "ok" : "bad";
    item.textContent = holds ? text : `This does not hold: ${text}`;
    return item;
  }));
  const note = document.createElement("li");
  note.textContent = "Checked by your browser, offline. What the page shows, and the settlement, only Pitboss checks.";
  list.append(note);
})();
