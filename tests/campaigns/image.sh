#!/usr/bin/env bash
# The image, built and run from the Dockerfile and the compose file as they are, by podman as root on
# Debian 12, without a registry of images: the base images are stand-ins, made with debootstrap from
# Debian's packages and the compiler that is here. It takes about three quarters of an hour of two
# cores, needs 20 GB below /var/tmp, and leaves nothing behind. JOBS=1 builds with one job.
#
#   apt-get install --no-install-recommends podman buildah runc catatonit netavark \
#     containernetworking-plugins iptables debootstrap
#
# Not tried here: the real base images, a docker daemon, other platforms.
set -euo pipefail
cd "$(dirname "$0")/../.."
source_root=$PWD
work=$(mktemp -d /var/tmp/entente-image.XXXXXX)
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' | sed -n 1p)}
rust=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
base=$(sed -n 's/^FROM \(gcr.io[^ ]*\)$/\1/p' Dockerfile)
builder=$(sed -n 's/^FROM \(rust:[^ ]*\) AS builder$/\1/p' Dockerfile)
# A free port: the system gives one out and takes it back.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export PUBLISH=127.0.0.1:$port
mkdir -p "$work/bin" "$work/tmp" "$work/source"
export TMPDIR=$work/tmp

client=$source_root/target/debug/entente
[ -x "$client" ] || { echo "first: cargo build --workspace --bins" >&2; exit 1; }

say() { printf '%s %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }

# podman with a storage of its own. runc, for crun refuses hybrid cgroups; limits that a confined root
# may set; --format docker, for the other one drops the health check.
cat > "$work/bin/podman" <<WRAPPER
#!/usr/bin/env bash
own=(--root $work/storage --runroot $work/run --storage-driver vfs --tmpdir $work/tmp
     --runtime /usr/sbin/runc --cgroup-manager cgroupfs)
limits=(--ulimit nofile=20000:20000 --ulimit nproc=4096:4096)
case \${1-} in
  build) shift; exec /usr/bin/podman "\${own[@]}" build --isolation chroot --format docker \
    --network host --ulimit nofile=20000:20000 --pull=never \
    --volume $work/cargo.toml:/usr/local/cargo/config.toml:ro "\$@" ;;
  run | create) verb=\$1; shift; exec /usr/bin/podman "\${own[@]}" \$verb "\${limits[@]}" "\$@" ;;
  *) exec /usr/bin/podman "\${own[@]}" "\$@" ;;
esac
WRAPPER
chmod +x "$work/bin/podman"
export PATH=$work/bin:$PATH
printf '[build]\njobs = %s\n' "${JOBS:-$(nproc)}" > "$work/cargo.toml"

clean_up() {
  cd "$source_root"
  podman rm --all --force --time 5 || true
  podman volume prune --force || true
  podman rmi --all --force || true
  # Whatever is still mounted below the folder, the innermost first.
  awk -v work="$work/" 'index($2, work) == 1 { print $2 }' /proc/mounts | sort -r |
    while read -r mounted; do umount --lazy "$mounted" || true; done
  rm -rf "$work"
} > /dev/null 2>&1
trap clean_up EXIT

say "the stand-in of $builder"
root=$work/rust
debootstrap --variant=minbase --include=ca-certificates,gcc,libc6-dev bookworm "$root" "$mirror" \
  > "$work/debootstrap.log" || fail "debootstrap: $(tail -3 "$work/debootstrap.log")"
toolchain=$root/usr/local/rustup/toolchains/$rust-$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "$root/usr/local/cargo/bin" "$toolchain"
cp -a "$(dirname "$(command -v rustup)")/." "$root/usr/local/cargo/bin/"
(cd "$(rustc --print sysroot)" && cp -a bin etc lib libexec "$toolchain/")
printf 'version = "12"\ndefault_toolchain = "%s"\nprofile = "minimal"\n\n[overrides]\n' \
  "$(basename "$toolchain")" > "$root/usr/local/rustup/settings.toml"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
tar -C "$root" -c . | podman import --quiet \
  --change 'ENV PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENV RUSTUP_HOME=/usr/local/rustup' --change 'ENV CARGO_HOME=/usr/local/cargo' \
  - "docker.io/library/$builder" > /dev/null

say "the stand-in of $base"
bare=$work/bare
mkdir -p "$bare" "$work/packages"
(cd "$work/packages" && apt-get -o APT::Sandbox::User=root download -qq base-files netbase tzdata \
  libc6 libgcc-s1 libgomp1 libstdc++6 libssl3 gcc-12-base)
for package in "$work/packages"/*.deb; do dpkg-deb -x "$package" "$bare"; done
mkdir -p "$bare/etc/ssl/certs"
cp /etc/ssl/certs/ca-certificates.crt "$bare/etc/ssl/certs/"
printf 'root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n' > "$bare/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' > "$bare/etc/group"
rm -rf "$bare/bin"
tar -C "$bare" -c . | podman import --quiet --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' \
  --change 'USER 65532' - "$base" > /dev/null
rm -rf "$root" "$bare" "$work/packages"

say "compose"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check podman-compose==1.6.0
compose() { (cd "$work/source" && "$work/venv/bin/podman-compose" --in-pod false "$@"); }
git archive HEAD | tar -C "$work/source" -x

say "the build"
begun=$SECONDS
compose build > "$work/build.log" 2>&1 || { tail -20 "$work/build.log"; fail "it does not build"; }
say "built in $((SECONDS - begun)) s: $(podman image inspect entente --format '{{.Size}}') bytes"
begun=$SECONDS
compose build > "$work/again.log" 2>&1 || fail "it does not build twice"
say "built again in $((SECONDS - begun)) s"

inspect() { podman inspect "$container" --format "$1"; }
server() { compose exec -T entente /entente-server "$@"; }
compose up --detach > "$work/up.log" 2>&1 || { tail "$work/up.log"; fail "it does not start"; }
container=$(podman ps --quiet)
[ -n "$container" ] || fail "there is no container"
healthy=
for _ in $(seq 60); do
  podman healthcheck run "$container" > /dev/null 2>&1 && healthy=yes && break
  read -r -t 1 < <(:) || true
done
[ -n "$healthy" ] || { podman logs "$container"; fail "it does not become healthy"; }
say "healthy"

[ "$(inspect '{{.HostConfig.ReadonlyRootfs}}')" = true ] || fail "its root can be written"
[ "$(inspect '{{.Config.User}}')" = 65532:65532 ] || fail "it runs as another user"
label=$(podman image inspect entente --format '{{index .Labels "org.opencontainers.image.licenses"}}')
[ "$label" = "MIT AND CC-BY-SA-3.0" ] || fail "the image's label says '$label'"
status=/proc/$(inspect '{{.State.Pid}}')/task
process=$(cat "$status"/*/children | tr ' ' '\n' | sed -n 1p)
grep -q '^CapEff:[[:space:]]*0*$' "/proc/$process/status" || fail "it has capabilities"
grep -q '^NoNewPrivs:[[:space:]]*1$' "/proc/$process/status" || fail "it may gain privileges"
podman cp "$container:/licenses/entente.txt" "$work/licences.txt"
server licences > "$work/told.txt"
cmp "$work/licences.txt" "$work/told.txt" || fail "the image has other licences than the program"
grep -q creativecommons.org/licenses/by-sa/3.0 "$work/licences.txt" || fail "a licence is missing"
curl --fail --silent "http://$PUBLISH/" | grep -q '<entente-app>' || fail "no page"
say "confined, with its licences and its page"

export ENTENTE_HOME=$work/home ENTENTE_SERVER=http://$PUBLISH
"$client" bot --json --seed 1 --create europe-divided > "$work/ada.json" &
until [ -s "$work/ada.json" ]; do kill -0 $! || fail "no room"; done
code=$(sed -n 's/.*"code":"\([^"]*\)".*/\1/p' "$work/ada.json" | sed -n 1p)
"$client" bot --json --seed 2 --join "$code" > "$work/bo.json"
wait $!
grep -q '"record":"holds"' "$work/ada.json" || fail "the record does not hold"
say "two bots played a match"

server backup /data/copy.db > /dev/null || fail "no backup"
begun=$SECONDS
compose stop > "$work/stop.log" 2>&1
say "stopped in $((SECONDS - begun)) s with code $(inspect '{{.State.ExitCode}}')"
[ "$(inspect '{{.State.ExitCode}}')" = 0 ] || fail "it did not end well"
compose run --rm entente restore /data/copy.db --replace > "$work/restore.log" 2>&1 \
  || { tail "$work/restore.log"; fail "the backup cannot be put back"; }
compose run --rm entente rooms list > "$work/rooms.txt" 2>&1 || fail "the rooms are gone"
compose down > "$work/down.log" 2>&1
say "backed up and restored; done"
