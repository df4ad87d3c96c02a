# Shared by scripts/try-image and scripts/try-upgrade: two nodes behind the example of HAProxy, callers, and the replacement of one node
# after the other. The script that sources this sets `scratch` and `key`, and has the functions `fail`, `stop_node` and `start_node`
# (which returns when the node is ready).

now() { date +%s%N; }
since() { local ms=$((($(now) - $1) / 1000000)); printf '%d.%03d s' $((ms / 1000)) $((ms % 1000)); }
address() { echo "127.0.1.1$1"; }

wait_ready() {
  for _ in $(seq 1200); do
    if curl --silent --fail --output /dev/null --max-time 2 "http://$(address "$1"):9090/ready"; then return; fi
    sleep 0.05
  done
  fail "node $1 is not ready"
}

ask_haproxy() {
  node --input-type=module --eval 'import { connect } from "node:net"; const c = connect(process.argv[1]); process.stdin.pipe(c); c.pipe(process.stdout);' "$scratch/haproxy.sock"
}

# Until HAProxy sends calls to the node again: it checks once a second, and twice a second after a change.
wait_used() {
  for _ in $(seq 200); do
    if echo 'show stat' | ask_haproxy 2>/dev/null | grep -q "^nodes,node$1,.*,UP,"; then return; fi
    sleep 0.05
  done
  fail "HAProxy does not use node $1"
}

start_haproxy() {
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$scratch/key.pem" -out "$scratch/certificate.pem" -subj /CN=translate.example.org \
    -days 1 2>/dev/null
  cat "$scratch/certificate.pem" "$scratch/key.pem" >"$scratch/both.pem"
  sed -e '/^    user haproxy$/d' -e '/^    group haproxy$/d' -e 's#log /dev/log local0#log stderr local0#' -e 's/maxconn 20000/maxconn 1000/' \
    -e "s#/etc/haproxy/certs/translate.pem#$scratch/both.pem#" -e "s#10.0.0.11#$(address 1)#; s#10.0.0.12#$(address 2)#" \
    -e "s#^global#global\n    stats socket $scratch/haproxy.sock#" -e '/^# The dashboard/,$d' \
    -e 's#bind :80$#bind 127.0.1.5:18080#; s#bind :443#bind 127.0.1.5:18443#' deploy/proxies/haproxy.cfg >"$scratch/haproxy.cfg"
  haproxy -db -f "$scratch/haproxy.cfg" >"$scratch/haproxy.log" 2>&1 &
  haproxy=$!
  wait_used 1
  wait_used 2
}

# Eight callers, who write how often each status was answered when they are stopped, and fail if one was not 200.
start_load() {
  NODE_TLS_REJECT_UNAUTHORIZED=0 KEY=$key node --no-warnings --input-type=module --eval '
    const headers = { authorization: `Bearer ${process.env.KEY}`, "content-type": "application/json" };
    const results = new Map();
    let goesOn = true;
    process.once("SIGTERM", () => { goesOn = false; });
    const caller = async (n) => {
      for (let i = 0; goesOn; i++) {
        const body = JSON.stringify({ text: [`The house number ${n * 1e6 + i} is big.`], source_lang: "EN", target_lang: "ES" });
        const result = await fetch("https://127.0.1.5:18443/v1/translate", { method: "POST", headers, body })
          .then(async (answer) => (await answer.text()) && answer.status, (error) => error.cause?.code ?? error.message);
        results.set(result, (results.get(result) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => caller(n)));
    console.log(JSON.stringify(Object.fromEntries(results)));
    process.exitCode = [...results.keys()].join() === "200" ? 0 : 1;' >"$scratch/load" 2>&1 &
  load=$!
  sleep 2
}

# Replaces both nodes, while the callers go on.
replace_nodes() {
  local node started
  for node in 1 2; do
    started=$(now)
    stop_node "$node"
    printf 'node %d stopped in %s, ' "$node" "$(since "$started")"
    started=$(now)
    start_node "$1" "$node"
    printf 'ready again after %s\n' "$(since "$started")"
    wait_used "$node"
  done
}

end_load() {
  local result=0
  sleep 2
  kill -TERM "$load"
  wait "$load" || result=1
  load=''
  printf 'calls by status: %s\n' "$(cat "$scratch/load")"
  [ "$result" = 0 ] || fail 'a call failed'
}
