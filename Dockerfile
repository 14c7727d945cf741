# syntax=docker/dockerfile:1
# The server as an image. It is built for the machine that builds it, and nothing here names one.
# What it is run with: docker-compose.yml. What that means: docs/SELF-HOSTING.md.
#
# The base images are named by tag: it follows their security updates at each `build --pull`, and names
# one image for every platform. For a build that can be repeated, put `@sha256:...` behind it.

FROM rust:1.95.0-slim-bookworm AS builder
# The compiler of rust-toolchain.toml is there; without this, rustup would fetch its other parts.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /source
COPY . .
ARG TARGETPLATFORM
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/source/target,id=entente-$TARGETPLATFORM,sharing=locked \
    cargo build --release --locked --package server --bin entente-server \
    && install -D target/release/entente-server /image/entente-server \
    && install -d /image/data /image/licenses \
    && /image/entente-server licences > /image/licenses/entente.txt

# The C library and certificates, no shell; the same base for every platform.
FROM gcr.io/distroless/cc-debian12:nonroot
# Where it is from and when it was built, whoever publishes it adds: `--label org.opencontainers...`.
LABEL org.opencontainers.image.title="Entente" \
    org.opencontainers.image.description="A server for board games: rooms, hidden information, a durable log" \
    org.opencontainers.image.licenses="MIT AND CC-BY-SA-3.0" \
    org.opencontainers.image.version="0.1.0"
COPY --from=builder /image/entente-server /entente-server
COPY --from=builder /image/licenses /licenses
# A new named volume takes its owner from here.
COPY --from=builder --chown=65532:65532 /image/data /data
USER 65532:65532
# The only place that is written to; temporary files go here too: SQLite's, and a store on NATS as `rooms list` and
# `check` gather it.
WORKDIR /data
VOLUME /data
ENV TMPDIR=/data
ENV ENTENTE_LISTEN=0.0.0.0:8080
ENV ENTENTE_DATABASE=sqlite:/data/entente.db
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/entente-server", "healthcheck"]
ENTRYPOINT ["/entente-server"]
