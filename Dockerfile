# Builds the image of the platform. docs/deploying-kubernetes.md describes it.
#
#   docker build -t hexpedition .
#   docker build -t hexpedition --build-arg LAB_PACKAGES="gcc gdb libc6-dev python3" .   # with all programs of workspaces
#
# BASE needs /bin/sh, ldd, the libraries of Node (libstdc++), CA certificates, and the programs of labs: bubblewrap and util-linux. A
# base with apt-get gets what is missing. BUILD_BASE needs Node and npm, for the same C library as BASE.
ARG BUILD_BASE=docker.io/library/node:24-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILD_BASE} AS build
WORKDIR /src
# These files change less often than the sources, so the packages stay in the cache.
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/curriculum/package.json packages/curriculum/
COPY packages/drills/package.json packages/drills/
COPY packages/hexkit/package.json packages/hexkit/
COPY packages/lab-runtime/package.json packages/lab-runtime/
COPY packages/paddle-sandbox/package.json packages/paddle-sandbox/
COPY labs/package.json labs/
RUN npm ci --include=dev --no-fund --no-audit --loglevel=error
COPY . .
RUN node scripts/build.mjs && node scripts/assemble-image.mjs /image

FROM ${BASE}
ARG LAB_PACKAGES=""
RUN if [ -n "$LAB_PACKAGES" ] || ! command -v bwrap >/dev/null || [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then \
      apt-get update && \
      apt-get install -y --no-install-recommends bubblewrap ca-certificates $LAB_PACKAGES && \
      rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log /var/cache/debconf; \
    fi
# The embedded PostgreSQL needs a name for its user.
RUN echo 'hexpedition:x:1000:1000::/data:/bin/sh' >>/etc/passwd && echo 'hexpedition:x:1000:' >>/etc/group && \
    mkdir -p /data && chown 1000:1000 /data
COPY --from=build /image/ /

ARG VERSION=0.2.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Hexpedition" \
      org.opencontainers.image.description="A self-hosted platform that teaches hacking" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data HOME=/tmp
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --retries=3 CMD ["node", "/app/deploy/image/health.mjs"]
ENTRYPOINT ["hexpedition"]
