"""Everything that goes over the wire: msgspec structs, without the server and without the web framework."""
