"""What is asked over HTTP and websockets: routes by resource, who asks, limits, and the built client."""
