/* A page opened from a file may start no worker. Search then runs in a hidden frame, behind a worker's face. */
if (location.protocol === "file:") {
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      this.ready = new Promise((done) => this.frame.addEventListener("ready", done));
      const inside = this.frame.contentDocument;
      inside.open();
      inside.write(`<body><script>
        postMessage = (data) => parent.postMessage(data, "*");
        importScripts = (...names) =>
          names.reduce(
            (before, name) =>
              before.then(
                () =>
                  new Promise((done) => {
                    const script = document.createElement("script");
                    script.src = name;
                    script.onload = done;
                    document.body.append(script);
                  }),
              ),
            Promise.resolve(),
          );
      </script><script src="${address}" onload="frameElement.dispatchEvent(new Event('ready'))"></script></body>`);
      inside.close();
      window.addEventListener("message", (event) => {
        if (event.source === this.frame.contentWindow) {
          this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        }
      });
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
